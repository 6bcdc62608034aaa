import { readdirSync, readFileSync } from "node:fs";
import { findRuledOut } from "./testing/ruled-out.mjs";

/** The language stage of npm run check: names each place that uses a word which CONTRIBUTING.md rules out. */
const FOLDERS = ["app", "bench", "docs", "e2e", "inngest", "lib", "packages", "prisma", "scripts"];
const READ = /\.(?:tsx?|mjs|md|prisma)$|^lib\/i18n\/messages\/en\/[^/]*\.json$/;
const GENERATED = /^prisma\/client\/|(?:^|\/)(?:node_modules|\.next|dist|generated)\//;

const files = [
  ...readdirSync(".").filter((file) => READ.test(file)),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
  ).filter((file) => READ.test(file) && !GENERATED.test(file)),
];
const hits = files.flatMap((file) =>
  findRuledOut(file, readFileSync(file, "utf8")).map(
    ({ line, word, sentence }) => `${file}:${line}: "${word}": ${sentence}`,
  ),
);
for (const hit of hits) console.error(hit);
if (hits.length > 0) process.exitCode = 1;
console.log(`${files.length} files read, ${hits.length} places to say more plainly.`);
