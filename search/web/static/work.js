// What belongs together lights up together; a button copies a field.
"use strict";
(() => {
  const light = (element, on) => {
    for (const group of element.dataset.s.split(" ")) {
      for (const other of document.querySelectorAll(`[data-s~="${CSS.escape(group)}"]`)) {
        other.classList.toggle("lit", on);
      }
    }
  };
  let lit = null;
  const turn = (target) => {
    const element = target instanceof Element ? target.closest("[data-s]") : null;
    if (element === lit) return;
    if (lit) light(lit, false);
    if (element) light(element, true);
    lit = element;
  };
  document.addEventListener("pointerover", (event) => turn(event.target));
  document.addEventListener("focusin", (event) => turn(event.target));

  // Where the menu is wider than the window, the page that is open is seen in it.
  const here = document.querySelector(".ways [aria-current]");
  if (here) here.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });

  const opened = () => {
    const there = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = there && there.closest("details");
    if (folded) folded.open = true;
    if (there) turn(there);
  };
  addEventListener("hashchange", opened);
  opened();

  for (const button of document.querySelectorAll("button[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        // a page that came without TLS may not write there
        field.select();
        document.execCommand("copy");
        button.focus();
      }
      document.getElementById("done").textContent = button.dataset.done;
      button.classList.add("done");
      setTimeout(() => button.classList.remove("done"), 1500);
    });
  }
})();
