"""The server: tools and resources, as the protocol has them."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeVar

import mcp.types as wire
from mcp import MCPError
from mcp.server import Server, ServerRequestContext

from kb.store import Store
from search.mcp import resources
from search.mcp.addresses import EDITIONS_TEMPLATE, RULE_TEMPLATE
from search.mcp.desk import Desk
from search.mcp.refusing import Refused
from search.mcp.sentences import fault, instructions
from search.mcp.tools import TOOLS, Tool, input_schema, output_schema

T = TypeVar("T")
Context = ServerRequestContext[Any]
_READING = wire.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def server(desk: Desk) -> Server[Any]:
    """The server over what a desk answers; where it ends, the desk is closed."""
    handlers = _Handlers(desk)

    @asynccontextmanager
    async def open_desk(_: Server[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            desk.close()

    return Server(
        "regulae",
        title="regulae",
        version=_version(),
        instructions=instructions(desk.settings.language),
        lifespan=open_desk,
        get_tool_input_schema=lambda name: input_schema(name) if name in TOOLS else None,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_completion=handlers.complete,
    )


class _Handlers:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._language = desk.settings.language

    async def list_tools(
        self, context: Context, params: wire.PaginatedRequestParams | None
    ) -> wire.ListToolsResult:
        self._only_page(params)
        return wire.ListToolsResult(
            tools=[_described(tool, self._language) for tool in TOOLS.values()]
        )

    async def call_tool(
        self, context: Context, params: wire.CallToolRequestParams
    ) -> wire.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            known = ", ".join(TOOLS)
            raise self._wrong(
                fault(self._language, "unknown_tool", name=params.name[:60], known=known)
            )
        try:
            answer = await self._desk.answer(tool, params.arguments or {})
        except Refused as refused:
            text = wire.TextContent(type="text", text=_sendable(str(refused)))
            return wire.CallToolResult(content=[text], is_error=True)
        text = wire.TextContent(type="text", text=_sendable(json.dumps(answer, ensure_ascii=False)))
        return wire.CallToolResult(content=[text], structured_content=json.loads(text.text))

    async def list_resources(
        self, context: Context, params: wire.PaginatedRequestParams | None
    ) -> wire.ListResourcesResult:
        cursor = params.cursor if params else None
        found, following = await self._ask(
            lambda store: resources.listed(store, cursor, self._language)
        )
        return wire.ListResourcesResult(
            resources=[
                wire.Resource(
                    uri=each.uri,
                    name=each.name,
                    title=_sendable(each.title),
                    mime_type=each.media_type,
                )
                for each in found
            ],
            next_cursor=following,
        )

    async def list_templates(
        self, context: Context, params: wire.PaginatedRequestParams | None
    ) -> wire.ListResourceTemplatesResult:
        self._only_page(params)
        return wire.ListResourceTemplatesResult(
            resource_templates=[
                wire.ResourceTemplate(
                    uri_template=RULE_TEMPLATE,
                    name="rule",
                    description="The text of a rule in one language, quoted, with its edition:"
                    " regulae://rules/en/702.33d, or as of a day with ?edition=2026-08-07.",
                    mime_type=resources.MARKDOWN,
                ),
                wire.ResourceTemplate(
                    uri_template=EDITIONS_TEMPLATE,
                    name="editions",
                    description="The editions held in one language: regulae://editions/it.",
                    mime_type=resources.JSON,
                ),
            ]
        )

    async def read_resource(
        self, context: Context, params: wire.ReadResourceRequestParams
    ) -> wire.ReadResourceResult:
        found = await self._ask(lambda store: resources.document(store, params.uri, self._language))
        content = wire.TextResourceContents(
            uri=params.uri, mime_type=found.media_type, text=_sendable(found.text)
        )
        return wire.ReadResourceResult(contents=[content])

    async def complete(
        self, context: Context, params: wire.CompleteRequestParams
    ) -> wire.CompleteResult:
        values: list[str] = []
        if params.ref.type == "ref/resource" and params.ref.uri in (
            RULE_TEMPLATE,
            EDITIONS_TEMPLATE,
        ):
            name, value = params.argument.name, params.argument.value
            values = await self._ask(
                lambda store: resources.completed(store, name, value, self._language)
            )
        return wire.CompleteResult(completion=wire.Completion(values=values))

    async def _ask(self, question: Callable[[Store], T]) -> T:
        try:
            return await self._desk.ask(question)
        except Refused as refused:
            code = wire.INTERNAL_ERROR if refused.is_ours else wire.INVALID_PARAMS
            raise MCPError(code, _sendable(str(refused))) from refused

    def _only_page(self, params: wire.PaginatedRequestParams | None) -> None:
        if params is not None and params.cursor is not None:
            raise self._wrong(fault(self._language, "cursor", cursor=params.cursor[:60]))

    def _wrong(self, sentence: str) -> MCPError:
        return MCPError(wire.INVALID_PARAMS, _sendable(sentence))


def _version() -> str:
    try:
        return version("regulae")
    except PackageNotFoundError:  # a clone runs without an install
        return ""


def _described(tool: Tool, language: str) -> wire.Tool:
    return wire.Tool(
        name=tool.name,
        title=tool.title(language),
        description=tool.about(language),
        input_schema=dict(input_schema(tool.name)),
        output_schema=dict(output_schema(tool.name)),
        annotations=_READING,
    )


def _sendable(text: str) -> str:
    """Without lone surrogates, which no UTF-8 can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
