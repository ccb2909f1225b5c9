// Keys for those who have a keyboard: / searches, j and k step, g goes to a number. The field of
// the search offers numbers and names that begin with what is typed.
"use strict";
(() => {
  const body = document.body;
  const typing = (target) =>
    target.closest("input, textarea, select, [contenteditable]") !== null;
  const follow = (rel) => {
    const link = document.querySelector(`a[rel="${rel}"]`);
    if (link) location.assign(link.href);
  };
  const go = () => {
    const number = window.prompt(body.dataset.ask, "");
    if (number && number.trim()) {
      location.assign(body.dataset.rules + encodeURIComponent(number.trim()));
    }
  };
  const keys = {
    "/": () => {
      const field = document.getElementById("q");
      if (field) {
        field.focus();
        field.select();
      }
    },
    j: () => follow("next"),
    k: () => follow("prev"),
    g: go,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && typing(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (Object.hasOwn(keys, event.key)) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  const field = document.getElementById("q");
  if (field && field.dataset.offers) {
    const list = document.getElementById("offers");
    let asking = null;
    let timer = 0;
    const offer = async () => {
      if (asking) asking.abort();
      asking = new AbortController();
      const typed = field.value.trim();
      if (!typed || typed.length > 80) return list.replaceChildren();
      try {
        const answer = await fetch(field.dataset.offers + encodeURIComponent(typed), {
          signal: asking.signal,
        });
        if (!answer.ok) return;
        const found = (await answer.json()).completions;
        list.replaceChildren(
          ...found.map((each) => {
            const option = document.createElement("option");
            option.value = each.text;
            const name = each.title === each.text ? "" : each.title;
            option.label = [each.text, each.language && each.number, name].filter(Boolean).join(" · ");
            return option;
          }),
        );
      } catch {
        // it was given up for what was typed after it, or nobody answers: one can search all the same
      }
    };
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(offer, 120);
    });
  }
  const focus = document.querySelector(".rule.focus.sub");
  if (focus && !location.hash && focus.getBoundingClientRect().bottom > innerHeight) {
    focus.scrollIntoView({ block: "center" });
  }
})();
