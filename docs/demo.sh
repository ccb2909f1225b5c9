#!/bin/sh
# The way of the data on the bundled texts: read, tie, look up, search, compare, cite, verify.
set -eu
cd "$(dirname "$0")/.."

REGULAE_KB=$(mktemp -d)
export REGULAE_KB
trap 'rm -rf "$REGULAE_KB"' EXIT
unset REGULAE_LANG

say() {
    printf '\n== %s\n' "$1"
    shift
    printf '$ regulae'
    for word in "$@"; do
        case $word in
        *[!A-Za-z0-9./,=_-]*) printf ' "%s"' "$word" ;;
        *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    regulae "$@"
}

say "Build the knowledge base from the bundled texts" build --lang en
say "Read a page: the rules, the edition, and what is odd about it" \
    ingest docs/examples/arruolare.html --lang it
say "Look up a rule by number, in Italian" show 702.33d --lang it
say "by its Spanish name, in Spanish" show multiestímulo --lang es
say "by its English name, in English" show 702.154a --lang en
say "A name that two languages share, and do not mean the same by" show 702.193b --lang es
say "Search in Italian, answers in Italian" search "costo di potenziamento" --limit 3 --lang it
say "Compare languages side by side" compare 702.154c --langs it,es,en --lang en
say "Cite a rule in a ruling" cite 702.33d --lang it
say "Find the citations in a text" extract docs/examples/ruling.md
# A finding ends with exit code 1: this game breaks a rule.
say "Verify a game state" verify docs/examples/enlist.yaml --lang en || test $? -eq 1

regulae graph 702.33 --depth 2 --lang it > "$REGULAE_KB/kicker.svg"
printf '\n== Draw a neighbourhood\n$ regulae graph 702.33 --depth 2 --lang it > kicker.svg\n'
printf '%s bytes of SVG\n' "$(wc -c < "$REGULAE_KB/kicker.svg")"
