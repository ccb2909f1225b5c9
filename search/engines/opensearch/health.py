"""Health: how an index in OpenSearch fares, and the nodes that hold it."""

from typing import NamedTuple

from search.engines.opensearch.connection import Cluster
from search.engines.opensearch.keeping import Kept

_STATES = ("green", "yellow", "red")


class Health(NamedTuple):
    """Green: every copy is there; yellow: each text is there, a copy is not; red: texts are not."""

    state: str
    nodes: int
    name: str
    documents: int
    shards: int
    copies: int
    """Of each shard, beside the first."""
    unassigned: int
    """Copies that no node holds at this moment."""
    sent_again: int
    """Documents that the nodes did not take at once when the index was made."""
    served: bool
    """Whether the alias leads to it."""


def health(cluster: Cluster, kept: Kept) -> Health:
    """How the index is at this moment; raises Refused where it is gone."""
    alias = cluster.address.prefix
    at = cluster.ask("GET", f"/_cluster/health/{kept.name}", level="indices")
    held = cluster.ask("GET", f"/{kept.name}")
    with cluster.reading(f"GET /_cluster/health/{kept.name}"):
        state = at["status"]
        if state not in _STATES:
            raise ValueError(f"{str(state)[:20]!r} is no state")
        shards = at["indices"][kept.name]
        told = held[kept.name]
        return Health(
            state=state,
            nodes=int(at["number_of_data_nodes"]),
            name=kept.name,
            documents=int(told["mappings"]["_meta"]["documents"]),
            shards=int(shards["number_of_shards"]),
            copies=int(shards["number_of_replicas"]),
            unassigned=int(shards["unassigned_shards"]),
            sent_again=int(told["mappings"]["_meta"]["sent_again"]),
            served=alias in told["aliases"],
        )
