"""The tables of the knowledge base, and the steps from one version of them to the next."""

# One script a version: MIGRATIONS[n] leads from version n to n + 1, and version 0 is an empty file.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

    -- A text is kept once: 106 editions are 276,332 texts, but only 17,713 different ones.
    CREATE TABLE text (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, body TEXT NOT NULL);

    CREATE TABLE document (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        form TEXT NOT NULL,
        language TEXT,
        hash TEXT NOT NULL UNIQUE
    );
    CREATE TABLE fact (document INTEGER NOT NULL REFERENCES document, key TEXT NOT NULL,
                       value TEXT NOT NULL);
    CREATE TABLE note (document INTEGER NOT NULL REFERENCES document, kind TEXT NOT NULL,
                       number TEXT, line INTEGER, detail TEXT NOT NULL);

    CREATE TABLE edition (
        id INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES document,
        language TEXT NOT NULL,
        date TEXT,              -- 2024-11-23, 2011-09, or NULL where nobody said
        label TEXT,
        source TEXT NOT NULL,
        kind TEXT NOT NULL,     -- official, translation, ours
        hash TEXT NOT NULL
    );
    CREATE INDEX edition_by_language ON edition (language, date);

    CREATE TABLE rule (
        edition INTEGER NOT NULL REFERENCES edition,
        place INTEGER NOT NULL, -- in the order of the text; a number may stand twice
        number TEXT NOT NULL,
        rank INTEGER NOT NULL,  -- in the order of the rule book
        title TEXT,
        text INTEGER NOT NULL REFERENCES text,
        inferred INTEGER NOT NULL,
        line INTEGER,
        moved INTEGER NOT NULL, -- by now the number is that of another rule
        PRIMARY KEY (edition, place)
    ) WITHOUT ROWID;
    CREATE INDEX rule_by_number ON rule (number);
    CREATE INDEX rule_by_rank ON rule (edition, rank);

    CREATE TABLE example (
        edition INTEGER NOT NULL, place INTEGER NOT NULL, ordinal INTEGER NOT NULL,
        text INTEGER NOT NULL REFERENCES text,
        PRIMARY KEY (edition, place, ordinal)
    ) WITHOUT ROWID;
    CREATE TABLE ruling (
        edition INTEGER NOT NULL REFERENCES edition, ordinal INTEGER NOT NULL,
        about TEXT, text INTEGER NOT NULL REFERENCES text,
        PRIMARY KEY (edition, ordinal)
    ) WITHOUT ROWID;
    CREATE INDEX ruling_by_rule ON ruling (about);
    CREATE TABLE entry (
        edition INTEGER NOT NULL REFERENCES edition, ordinal INTEGER NOT NULL,
        term TEXT NOT NULL, text INTEGER NOT NULL REFERENCES text,
        PRIMARY KEY (edition, ordinal)
    ) WITHOUT ROWID;

    -- The citations of a rule; one row for each number of each citation.
    CREATE TABLE edge (
        edition INTEGER NOT NULL REFERENCES edition, source TEXT NOT NULL, target TEXT NOT NULL,
        kind TEXT NOT NULL, start INTEGER NOT NULL, stop INTEGER NOT NULL
    );
    CREATE INDEX edge_by_source ON edge (edition, source);
    CREATE INDEX edge_by_target ON edge (target);

    -- Which text a language has for a number when no edition is asked for.
    CREATE TABLE current (
        language TEXT NOT NULL, number TEXT NOT NULL, rank INTEGER NOT NULL,
        edition INTEGER NOT NULL, place INTEGER NOT NULL,
        PRIMARY KEY (language, number)
    ) WITHOUT ROWID;
    CREATE INDEX current_by_number ON current (number);

    -- What spaCy found in a text when it came in, so that no question needs spaCy.
    CREATE TABLE analysis (
        text INTEGER NOT NULL REFERENCES text, language TEXT NOT NULL,
        sentences TEXT NOT NULL,    -- JSON: [[start, end], ...]
        terms TEXT NOT NULL,        -- JSON: [[start, end, concept], ...]
        PRIMARY KEY (text, language)
    ) WITHOUT ROWID;
    CREATE TABLE lemma (
        form TEXT NOT NULL, language TEXT NOT NULL, lemma TEXT NOT NULL,
        PRIMARY KEY (form, language)
    ) WITHOUT ROWID;
    CREATE INDEX lemma_to_form ON lemma (lemma);

    -- Copies of bundled tables, so that a question reads one file.
    CREATE TABLE term (
        id INTEGER PRIMARY KEY, language TEXT NOT NULL, number TEXT NOT NULL,
        concept TEXT NOT NULL, kind TEXT NOT NULL, word TEXT NOT NULL, sure INTEGER NOT NULL
    );
    CREATE INDEX term_by_number ON term (number);
    CREATE TABLE term_form (
        form TEXT NOT NULL, term INTEGER NOT NULL REFERENCES term,
        rank INTEGER NOT NULL,  -- 0 for the word itself, 1 for a variant, 2 for an inflection
        PRIMARY KEY (form, term)
    ) WITHOUT ROWID;
    CREATE TABLE false_friend (
        form TEXT NOT NULL, word TEXT NOT NULL, number TEXT NOT NULL, language TEXT NOT NULL,
        other_word TEXT NOT NULL, other_number TEXT NOT NULL, other_language TEXT NOT NULL
    );
    CREATE INDEX false_friend_by_form ON false_friend (form);
    CREATE TABLE known (rank INTEGER PRIMARY KEY, number TEXT NOT NULL UNIQUE, heading TEXT);
    CREATE TABLE checker (number TEXT NOT NULL, prop TEXT NOT NULL);
    CREATE INDEX checker_by_number ON checker (number);
    """,
    """
    -- Which document came of some bytes, read in some way: the same again need not be read.
    CREATE TABLE reading (
        key TEXT PRIMARY KEY, document INTEGER NOT NULL REFERENCES document
    ) WITHOUT ROWID;
    """,
    """
    -- The hash of the English text that a translation says it was made for (kb/originals.py).
    CREATE TABLE translates (
        edition INTEGER NOT NULL, place INTEGER NOT NULL,
        part INTEGER NOT NULL,      -- 0 for the text, then its examples from 1
        original TEXT NOT NULL,
        PRIMARY KEY (edition, place, part)
    ) WITHOUT ROWID;
    """,
    """
    -- Names with all their forms, false friends with what makes them alike. The next build fills
    -- these in, since it knows of no bundle.
    ALTER TABLE term ADD COLUMN status TEXT NOT NULL DEFAULT 'known';
    UPDATE term SET status = 'unsure' WHERE NOT sure;
    ALTER TABLE term DROP COLUMN sure;
    ALTER TABLE term ADD COLUMN sure INTEGER AS (status <> 'unsure');
    ALTER TABLE term ADD COLUMN variants TEXT NOT NULL DEFAULT '';      -- with | between them
    ALTER TABLE term ADD COLUMN inflections TEXT NOT NULL DEFAULT '';   -- likewise
    ALTER TABLE false_friend ADD COLUMN likeness TEXT NOT NULL DEFAULT 'listed';
    DELETE FROM meta WHERE key = 'bundle';
    """,
    """
    -- Which rule of one edition is which of another, both named by what they say, so that an
    -- edition that is read again is matched again.
    CREATE TABLE matching (
        old BLOB NOT NULL, new BLOB NOT NULL, found TEXT NOT NULL, PRIMARY KEY (old, new)
    ) WITHOUT ROWID;

    -- A strand is one rule followed through its moves, over the editions of one language.
    CREATE TABLE strand (
        edition INTEGER NOT NULL, place INTEGER NOT NULL, strand INTEGER NOT NULL,
        PRIMARY KEY (edition, place)
    ) WITHOUT ROWID;
    CREATE INDEX strand_whole ON strand (strand);
    -- In this edition a part of one strand became the other, or one went into the other.
    CREATE TABLE parting (
        kind TEXT NOT NULL, whole INTEGER NOT NULL, part INTEGER NOT NULL, edition INTEGER NOT NULL
    );
    -- Each text once, as a phrase is looked for in it.
    CREATE TABLE phrase (text INTEGER PRIMARY KEY, folded TEXT NOT NULL);
    CREATE INDEX rule_by_text ON rule (text);
    CREATE INDEX example_by_text ON example (text);
    CREATE INDEX entry_by_text ON entry (text);
    """,
    """
    -- The lexica, so that a question in one language finds texts in another: the word that a form
    -- stands for (both folded), and what it means in the English rules. The next build fills these.
    CREATE TABLE lexeme (
        form TEXT NOT NULL, language TEXT NOT NULL, word TEXT NOT NULL,
        PRIMARY KEY (form, language, word)
    ) WITHOUT ROWID;
    CREATE TABLE sense (
        word TEXT NOT NULL, language TEXT NOT NULL, english TEXT NOT NULL, weight REAL NOT NULL,
        PRIMARY KEY (word, language, english)
    ) WITHOUT ROWID;
    CREATE TABLE stop_word (
        form TEXT NOT NULL, language TEXT NOT NULL, PRIMARY KEY (form, language)
    ) WITHOUT ROWID;
    DELETE FROM meta WHERE key = 'bundle';
    """,
    """
    -- What stands below a rule, and beside it: without this each question reads all numbers held.
    CREATE INDEX current_by_rank ON current (rank, number);
    """,
)
