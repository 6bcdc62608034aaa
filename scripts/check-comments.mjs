import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

/**
 * The comments stage of npm run check: names comments that begin as half a sentence, and prints how dense comments are.
 */

/** A comment that begins with one of these reads as half a sentence. */
const BEGINNINGS =
  /^(?:A(?:bout|bove|cross|fter|gainst|long|mong|round|s|t)|Before|Below|Beside|Between|Beyond|By|During|For|From|In|Instead|Into|Like|Near|Of|On|Onto|Out|Over|Per|Since|So|Than|Through|To|Under|Until|Up|Upon|With|Within|Without|That|These|This|Those|What|When|Where|Whether|Which|While|Who|Whom|Whose) /;
const SOURCES = "{app,bench,e2e,inngest,lib,packages,prisma,scripts}/**/*.{ts,tsx,mjs}";
const GENERATED = /(?:^|\/)(?:node_modules|client|dist|generated)\//;

/** @type {Map<string, { lines: number, comments: number }>} */
const modules = new Map();
const hits = [];
for (const file of globSync(SOURCES)
  .filter((name) => !GENERATED.test(name))
  .sort()) {
  const source = readFileSync(file, "utf8");
  const comments = readComments(file, source);
  for (const { start, text } of comments) {
    const first = BEGINNINGS.exec(text)?.[0];
    if (first)
      hits.push(`${file}:${source.slice(0, start).split("\n").length}: "${first.trim()} …": ${text.split("\n")[0]}`);
  }
  if (/\.(test|cases)\.tsx?$/.test(file)) continue;
  const name = file
    .split("/")
    .slice(0, file.startsWith("lib/") ? 2 : 1)
    .join("/");
  const counted = modules.get(name) ?? { lines: 0, comments: 0 };
  modules.set(name, {
    lines: counted.lines + source.split("\n").length - 1,
    comments: counted.comments + comments.length,
  });
}
for (const [name, { lines, comments }] of modules) {
  console.log(`${name.padEnd(20)} one comment in ${Math.round(lines / Math.max(1, comments))} lines`);
}
for (const hit of hits) console.error(hit);
if (hits.length > 0) process.exitCode = 1;

/** Consecutive line comments are one. @param {string} file @param {string} source */
function readComments(file, source) {
  /** @type {{ start: number, end: number, text: string }[]} */
  const found = [];
  for (const { type, start, end, value } of parseSync(file, source).comments) {
    const last = found.at(-1);
    if (type === "Line" && last && /^\r?\n[ \t]*$/.test(source.slice(last.end, start))) last.end = end;
    else found.push({ start, end, text: value.replace(/^[*\s]+/, "") });
  }
  return found.filter(({ text }) => !text.startsWith("@"));
}
