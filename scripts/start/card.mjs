import { join } from "node:path";

const isColourful = process.stdout.isTTY && !process.env["NO_COLOR"];

/** @param {string} text */
const bold = (text) => (isColourful ? `\u001b[1m${text}\u001b[22m` : text);
/** @param {string} text */
const dim = (text) => (isColourful ? `\u001b[2m${text}\u001b[22m` : text);

/**
 * @param {{ url: string, dataDir: string, hasDemo: boolean, demo: import("./demo.mjs").Demo | undefined, tookMs: number }} facts
 */
export function showStartCard({ url, dataDir, hasDemo, demo, tookMs }) {
  const lines = [`${bold(url)}  ${dim(`ready in ${(tookMs / 1_000).toFixed(1)} s, Ctrl-C stops it`)}`, ""];
  if (demo) lines.push(...describeDemo(demo), "");
  else if (hasDemo) {
    const file = join(dataDir, "demo.json");
    lines.push(`The database has people already; their passwords and keys were in ${file}, which is gone.`, "");
  }
  lines.push(`${bold("Settings")}  ${url}/settings/developer`);
  console.log(`\n${lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n")}\n`);
}

/** @param {import("./demo.mjs").Demo} demo */
function describeDemo({ baseUrl, users, apiKeys }) {
  const people = Object.entries(users);
  const widthOf = (/** @type {string[]} */ texts) => Math.max(...texts.map((text) => text.length));
  const nameWidth = widthOf(people.map(([name]) => name));
  const emailWidth = widthOf(people.map(([, { email }]) => email));
  const logins = people.map(
    ([name, { email, password }]) => `  ${name.padEnd(nameWidth)}  ${email.padEnd(emailWidth)}  ${password}`,
  );
  return [
    bold("Sign in as"),
    ...logins,
    "",
    bold("Try"),
    `  curl -H "X-Api-Key: ${apiKeys["user"]?.key}" ${baseUrl}/v1/me`,
  ];
}
