import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";

/**
 * @typedef {{ file: string, seconds: number }} FileTime
 * @typedef {{ seconds: number, tests: number, files: FileTime[] }} StageTimes
 */

const FILE = "node_modules/.cache/svc/test-times.json";
const SLOWEST = 25;

/** @param {string} stage @param {StageTimes} times */
export function saveTimes(stage, times) {
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readTimes(), [stage]: times }));
}

/** @returns {Record<string, StageTimes>} the last time of each stage that ran on this machine */
function readTimes() {
  try {
    return JSON.parse(readFileSync(FILE, "utf8"));
  } catch {
    return {};
  }
}

/** npm test -- --times: Markdown, for CONTRIBUTING.md. */
export function printTimes() {
  const stages = Object.entries(readTimes());
  if (stages.length === 0) return console.log("No stage has run here yet. Run npm test.");
  console.log("| stage | tests | seconds |\n|---|---|---|");
  for (const [name, { tests, seconds }] of stages) console.log(`| ${name} | ${tests} | ${seconds.toFixed(0)} |`);
  const files = stages.flatMap(([stage, times]) => times.files.map((file) => ({ stage, ...file })));
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  console.log(`\n| slowest of ${files.length} files | stage | seconds |\n|---|---|---|`);
  for (const { file, stage, seconds } of slowest)
    console.log(`| ${relative(".", file)} | ${stage} | ${seconds.toFixed(1)} |`);
}
