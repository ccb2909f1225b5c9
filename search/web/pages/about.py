"""About: what this is, whose the rules are, and how to find one's way by keyboard."""

from search.web.asking import Answer, Asking, Page
from search.web.sentences import said


def page(asking: Asking) -> Answer:
    return Page(
        template="about.html",
        title=said(asking.language, "about_title"),
        content=asking.holdings.editions(),
        path="/about",
        description=said(asking.language, "about_description"),
    )
