const KINDS = ["comment", "string", "keyword", "number", "name", "variable"] as const;
type CodeKind = (typeof KINDS)[number];

interface CodePart {
  /** null: as the rest of the text. */
  kind: CodeKind | null;
  text: string;
}

/** One pattern a kind; where two begin at the same place, the first of the list wins. */
type Grammar = readonly (readonly [CodeKind, RegExp])[];

const DOUBLE_QUOTED = /"(?:\\.|[^"\\\n])*"/;
const SINGLE_QUOTED = /'(?:\\.|[^'\\\n])*'/;
const NUMBER = /\b\d[\d_]*(?:\.\d+)?\b/;
const HASH_COMMENT = /(?<![^\s;])#.*/;
const SLASH_COMMENT = /(?<![:\w])\/\/.*|\/\*[\s\S]*?\*\//;

const SHELL: Grammar = [
  ["comment", HASH_COMMENT],
  ["string", DOUBLE_QUOTED],
  ["string", /'[^']*'/],
  ["variable", /\$\{?\w+\}?/],
  [
    "keyword",
    /(?<=^|[|;&(]\s*|\$\()(?:curl|npm|npx|pip|export|node|python3?|go|php|ruby|openssl|svc|echo|read|cat)\b/m,
  ],
  ["name", /(?<=\s)--?[A-Za-z][\w-]*/],
];
const SCRIPT: Grammar = [
  ["comment", SLASH_COMMENT],
  ["string", /`(?:\\.|[^`\\])*`/],
  ["string", DOUBLE_QUOTED],
  ["string", SINGLE_QUOTED],
  [
    "keyword",
    /\b(?:as|async|await|break|case|catch|class|const|continue|default|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|switch|this|throw|true|try|type|typeof|undefined|while)\b/,
  ],
  ["number", NUMBER],
  ["name", /\b\w+(?=\()/],
];
const PYTHON: Grammar = [
  ["comment", HASH_COMMENT],
  ["string", /[bfr]{0,2}"""[\s\S]*?"""/],
  ["string", /[bfr]{0,2}"(?:\\.|[^"\\\n])*"/],
  ["string", /[bfr]{0,2}'(?:\\.|[^'\\\n])*'/],
  [
    "keyword",
    /\b(?:and|as|assert|async|await|break|class|continue|def|elif|else|except|False|finally|for|from|if|import|in|is|lambda|None|not|or|pass|raise|return|True|try|while|with|yield)\b/,
  ],
  ["number", NUMBER],
  ["name", /\b\w+(?=\()/],
];
const GO: Grammar = [
  ["comment", SLASH_COMMENT],
  ["string", /`[^`]*`/],
  ["string", DOUBLE_QUOTED],
  [
    "keyword",
    /\b(?:break|case|const|continue|default|defer|else|false|for|func|go|if|import|interface|map|nil|package|range|return|select|struct|switch|true|type|var)\b/,
  ],
  ["number", NUMBER],
  ["name", /\b\w+(?=\()/],
];
const PHP: Grammar = [
  ["comment", SLASH_COMMENT],
  ["comment", HASH_COMMENT],
  ["string", DOUBLE_QUOTED],
  ["string", SINGLE_QUOTED],
  ["variable", /\$\w+/],
  [
    "keyword",
    /<\?php|\b(?:array|as|catch|class|echo|else|elseif|exit|false|fn|for|foreach|function|if|isset|new|null|require|return|static|throw|true|try|use|while)\b/,
  ],
  ["number", NUMBER],
  ["name", /\b\w+(?=\()/],
];
const RUBY: Grammar = [
  ["comment", HASH_COMMENT],
  ["string", DOUBLE_QUOTED],
  ["string", SINGLE_QUOTED],
  [
    "keyword",
    /\b(?:and|begin|break|class|def|do|else|elsif|end|ensure|false|if|in|module|next|nil|not|or|raise|require|rescue|return|self|then|true|unless|until|while|yield)\b/,
  ],
  ["variable", /(?<![:\w]):\w+|@\w+/],
  ["number", NUMBER],
  ["name", /\b\w+(?=\()/],
];
const JSON_TEXT: Grammar = [
  ["name", /"(?:\\.|[^"\\\n])*"(?=\s*:)/],
  ["string", DOUBLE_QUOTED],
  ["keyword", /\b(?:true|false|null)\b/],
  ["number", /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/],
];
const HTTP: Grammar = [
  ["keyword", /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|HTTP\/[\d.]+)\b/m],
  ["name", /^[A-Za-z][\w-]*(?=:)/m],
];

const GRAMMARS = {
  bash: SHELL,
  sh: SHELL,
  ts: SCRIPT,
  js: SCRIPT,
  python: PYTHON,
  go: GO,
  php: PHP,
  ruby: RUBY,
  json: JSON_TEXT,
  http: HTTP,
} as const satisfies Readonly<Record<string, Grammar>>;

export type CodeLanguage = keyof typeof GRAMMARS;
export const CODE_LANGUAGES = Object.keys(GRAMMARS) as CodeLanguage[];

/** One pattern for all kinds, with a group each, made once a language. */
const joined = new Map<CodeLanguage, RegExp>();

function joinPatterns(language: CodeLanguage): RegExp {
  const made = joined.get(language);
  if (made) return made;
  const pattern = new RegExp(GRAMMARS[language].map(([, { source }]) => `(${source})`).join("|"), "gm");
  joined.set(language, pattern);
  return pattern;
}

export function highlightCode(code: string, language: CodeLanguage): CodePart[] {
  const grammar = GRAMMARS[language];
  const parts: CodePart[] = [];
  let end = 0;
  for (const match of code.matchAll(joinPatterns(language))) {
    const kind = grammar[match.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? null;
    if (match.index > end) parts.push({ kind: null, text: code.slice(end, match.index) });
    parts.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) parts.push({ kind: null, text: code.slice(end) });
  return parts;
}
