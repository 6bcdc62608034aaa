import { parseSync } from "oxc-parser";

/**
 * @typedef {{ line: number, text: string, isComment: boolean }} Passage a comment, a text of the code, a line of prose
 * @typedef {{ line: number, word: string, sentence: string }} Hit
 */

const VERBS = "is|are|was|were|has|had|can|may|must|will|would|does|did|comes|goes|happens|ends|follows|fails|needs";

/** Words that have a plainer form; CONTRIBUTING.md lists them. */
const RULED_OUT = [
  /\banew\b/i,
  /\bstands\b(?! (?:in )?for\b)/i,
  /\bsomebody\b/i,
  /\bnobody but\b/i,
  /\bwhoever\b/i,
  new RegExp(`(?:^|[.:;!?] )whatever\\b|\\bwhatever (?:${VERBS})\\b`, "i"),
  /\blook(?:s|ed|ing)? (?:after|around)\b/i,
  /\b(?:lets? go|letting go)\b/i,
  /\b(?:comes?|came) to nothing\b/i,
];
const HEADLESS = /^(?:What|Who)(?= )/;

/**
 * The sentences of a file that use a word that is ruled out.
 * @param {string} file its ending tells how it is read
 * @param {string} source @returns {Hit[]}
 */
export function findRuledOut(file, source) {
  return readPassages(file, source).flatMap(({ line, text, isComment }) =>
    splitSentences(text).flatMap(({ sentence, offset }, index) => {
      const words = RULED_OUT.flatMap((pattern) => pattern.exec(sentence)?.[0].trim() ?? []);
      if (isComment && index === 0 && !sentence.endsWith("?")) words.push(...(HEADLESS.exec(sentence) ?? []));
      return words.map((word) => ({ line: line + countLines(text, offset) - 1, word, sentence }));
    }),
  );
}

/** @param {string} file @param {string} source @returns {Passage[]} */
function readPassages(file, source) {
  if (file.endsWith(".md")) return readProse(source);
  if (file.endsWith(".json")) return readCatalog(source);
  if (file.endsWith(".prisma")) return joinLineComments(source, findLineComments(source));
  return readCode(file, source);
}

/** A sentence ends at a mark that a space follows, or at an empty line. @param {string} text */
function splitSentences(text) {
  return [...text.matchAll(/\S(?:(?![.!?]["”)*]*\s|\n\s*\n)[\s\S])*(?:[.!?]["”)*]*)?/g)].map((match) => ({
    sentence: match[0].trim().replaceAll(/\s+/g, " "),
    offset: match.index,
  }));
}

/** @param {string} text @param {number} offset */
function countLines(text, offset) {
  return text.slice(0, offset).split("\n").length;
}

/** Comments, strings, templates and JSX text. @param {string} file @param {string} source */
function readCode(file, source) {
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const blocks = comments.filter(({ type }) => type === "Block");
  return [
    ...readTexts(source, program),
    ...blocks.map(({ start, value }) => ({
      line: countLines(source, start),
      text: value.replaceAll(/^[ \t]*\*+ ?/gm, ""),
      isComment: true,
    })),
    ...joinLineComments(
      source,
      comments.filter(({ type }) => type === "Line"),
    ),
  ];
}

/** @param {string} source @param {unknown} node a part of the syntax tree @returns {Passage[]} */
function readTexts(source, node) {
  if (typeof node !== "object" || node === null) return [];
  const { type, start, value } = /** @type {{ type?: string, start: number, value?: unknown }} */ (node);
  if (type === "Literal" || type === "JSXText" || type === "TemplateElement") {
    const text = type === "TemplateElement" ? /** @type {{ raw: string }} */ (value).raw : value;
    return typeof text === "string" ? [{ line: countLines(source, start), text, isComment: false }] : [];
  }
  return Object.values(node).flatMap((child) => readTexts(source, child));
}

/** @param {string} source */
function findLineComments(source) {
  return [...source.matchAll(/^[ \t]*\/\/+ ?(.*)$/gm)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: match[1] ?? "",
  }));
}

/**
 * Line comments on consecutive lines are one.
 * @param {string} source @param {{ start: number, end: number, value: string }[]} comments @returns {Passage[]}
 */
function joinLineComments(source, comments) {
  /** @type {Passage[]} */
  const joined = [];
  let endedAt = 0;
  for (const { start, end, value } of comments) {
    const last = joined.at(-1);
    if (last && /^\r?\n\s*$/.test(source.slice(endedAt, start))) last.text += `\n${value}`;
    else joined.push({ line: countLines(source, start), text: value, isComment: true });
    endedAt = end;
  }
  return joined;
}

/** One message a line, as the catalogs are formatted. @param {string} source @returns {Passage[]} */
function readCatalog(source) {
  return source.split("\n").flatMap((line, index) => {
    const text = /^\s*"(?:[^"\\]|\\.)*": "((?:[^"\\]|\\.)*)",?$/.exec(line)?.[1];
    return text === undefined ? [] : [{ line: index + 1, text, isComment: false }];
  });
}

/** Prose without its code: fences and backticks may quote anything. @param {string} source @returns {Passage[]} */
function readProse(source) {
  const blank = (/** @type {string} */ code) => code.replaceAll(/[^\n]/g, "_");
  const prose = source.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, blank).replaceAll(/`[^`\n]*`/g, blank);
  return prose.split("\n").map((line, index) => ({
    line: index + 1,
    text: line.replace(/^[\s#>*|-]+/, ""),
    isComment: false,
  }));
}
