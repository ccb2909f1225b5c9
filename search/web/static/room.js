// Keys for those who have a keyboard: / searches, j and k step, g goes to a number.
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
  const focus = document.querySelector(".rule.focus.sub");
  if (focus && !location.hash && focus.getBoundingClientRect().bottom > innerHeight) {
    focus.scrollIntoView({ block: "center" });
  }
})();
