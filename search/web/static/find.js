// Searches the files of a site: a query reads the words it has, then the texts that it shows.
"use strict";
(() => {
  const MOST = 30;
  const OWN = 1.25; // a text in the language of the page before the same in another
  const SHORTEST = 3; // letters of a word that may stand for longer ones
  const ENDINGS = 40; // longer words for which a shorter one may stand
  const found = document.getElementById("found");
  const { code, index } = found.dataset;
  const status = found.querySelector(".count");
  const list = found.querySelector("ol");

  const folded = (text) =>
    text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  const words = (text) => folded(text).match(/[\p{L}\p{N}]+/gu) || [];
  const named = (key) => [...key].map((sign) => sign.codePointAt(0).toString(16)).join("-");
  const read = async (path) => {
    const answer = await fetch(`${index}/${path}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  };

  // The lists of texts that one word stands for, and the forms in which it may stand there.
  const looked = async (word, language, contents) => {
    const key = [...word].slice(0, 2).join("");
    if (!contents[language].keys.includes(key)) return null;
    const [forms, lists] = await read(`${language}/words/${named(key)}.json`);
    let meant = Object.hasOwn(forms, word) ? forms[word] : null;
    if (!meant && word.length >= SHORTEST) {
      const longer = Object.keys(forms).filter((form) => form.startsWith(word));
      meant = [...new Set(longer.slice(0, ENDINGS).flatMap((form) => forms[form]))];
    }
    if (!meant || !meant.length) return null;
    const shown = Object.keys(forms).filter((form) => forms[form].some((n) => meant.includes(n)));
    return { lists: meant.map((n) => lists[n]), shown };
  };

  // The texts of one language that have the words, each with what it is worth.
  const searched = async (asked, language, contents) => {
    const all = await Promise.all(asked.map((word) => looked(word, language, contents)));
    const known = all.filter((each) => each !== null);
    const worth = new Map();
    for (const each of known) {
      const best = new Map();
      for (const postings of each.lists) {
        let place = 0;
        for (let at = 0; at < postings.length; at += 2) {
          place += postings[at];
          best.set(place, Math.max(best.get(place) || 0, postings[at + 1]));
        }
      }
      for (const [place, weight] of best) {
        const [sum, count] = worth.get(place) || [0, 0];
        worth.set(place, [sum + weight, count + 1]);
      }
    }
    const shown = new Set(known.flatMap((each) => each.shown));
    return [...worth].map(([place, [sum, count]]) => ({
      language,
      place,
      shown,
      score: sum * (count / asked.length) ** 2 * (language === code ? OWN : 1),
    }));
  };

  const marked = (text, shown) => {
    const parts = [];
    let at = 0;
    for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      if (!shown.has(folded(match[0]))) continue;
      parts.push(text.slice(at, match.index));
      const mark = document.createElement("mark");
      mark.textContent = match[0];
      parts.push(mark);
      at = match.index + match[0].length;
    }
    return [...parts, text.slice(at)];
  };

  // The part of a text in which the words begin, from the start of a word.
  const part = (text, shown) => {
    const LONG = 260;
    if (text.length <= LONG) return text;
    const all = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
    const first = all.find((match) => shown.has(folded(match[0])));
    let from = Math.max(0, (first ? first.index : 0) - 60);
    if (from) from = text.indexOf(" ", from) + 1;
    const end = text.lastIndexOf(" ", from + LONG);
    const whole = from + LONG >= text.length;
    return (from ? "… " : "") + (whole ? text.slice(from) : `${text.slice(from, end)} …`);
  };

  const element = (tag, name, ...inner) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.append(...inner);
    return made;
  };

  const item = (hit, [place, label, name, text]) => {
    const glossary = label === "";
    const there = glossary ? hit.language : code;
    const link = element("a", "hit");
    const path = place.split("/").map(encodeURIComponent).join("/");
    link.href = `${found.dataset.site}${there}/${path}/`;
    if (label) link.append(element("span", "no", label));
    if (name) link.append(" ", element("span", "name", ...marked(name, hit.shown)));
    const shown = element("li", "", link);
    if (text) shown.append(element("p", "", ...marked(part(text, hit.shown), hit.shown)));
    if (hit.language !== code) shown.lang = hit.language;
    return shown;
  };

  // Of the same rule in several languages the one that is worth most.
  const once = (hits, texts) => {
    const seen = new Set();
    return hits.filter((hit) => {
      const [place, label] = texts.get(hit);
      const key = label || `${hit.language}/${place}`;
      return !seen.has(key) && seen.add(key);
    });
  };

  const search = async (query) => {
    const contents = await read("contents.json");
    const asked = [...new Set(words(query))].slice(0, 12);
    const all = await Promise.all(
      Object.keys(contents).map((language) => searched(asked, language, contents)),
    );
    const hits = all.flat().sort((one, other) => other.score - one.score || one.place - other.place);
    const first = hits.slice(0, MOST);
    const files = new Map();
    const texts = new Map();
    const filled = first.map(async (hit) => {
      const { together } = contents[hit.language];
      const path = `${hit.language}/texts/${Math.floor(hit.place / together)}.json`;
      if (!files.has(path)) files.set(path, read(path));
      texts.set(hit, (await files.get(path))[hit.place % together]);
    });
    await Promise.all(filled);
    const shown = once(first, texts);
    list.replaceChildren(...shown.map((hit) => item(hit, texts.get(hit))));
    status.textContent = shown.length
      ? found.dataset.count.replace("{shown}", shown.length).replace("{total}", hits.length)
      : found.dataset.none;
  };

  const query = (new URLSearchParams(location.search).get("q") || "").trim().slice(0, 300);
  const field = document.getElementById("q");
  field.value = query;
  if (!query) {
    field.focus();
    return;
  }
  document.title = `${query} · regulae`;
  const number = query.match(/^(\d{1,3}(?:\.\d+[a-z]*)?)\.?$/);
  const rule = number && `${document.body.dataset.rules}${number[1]}/`;
  const there = rule ? fetch(rule, { method: "HEAD" }).then((answer) => answer.ok) : false;
  Promise.resolve(there)
    .catch(() => false)
    .then((ok) => (ok ? location.replace(rule) : search(query)))
    .catch(() => {
      status.textContent = found.dataset.failed;
    });
})();
