// Goes on to the language that the reader likes best; the links stay for who comes back.
"use strict";
(() => {
  const ways = [...document.querySelectorAll("a[hreflang]")];
  for (const liked of navigator.languages) {
    const way = ways.find((each) => each.hreflang === liked.split("-")[0].toLowerCase());
    if (way) {
      location.replace(way.href + location.hash);
      return;
    }
  }
})();
