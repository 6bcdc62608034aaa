import { withDatabase } from "../database/migrate.mjs";
import { Problem } from "../problem.mjs";
import { withServiceDatabase } from "./service-database.mjs";

/**
 * The last day on which each major version gets patches, as its project announced it when this version was released
 * (nodejs.org/en/about/previous-releases, postgresql.org/support/versioning).
 * @type {Readonly<Record<"Node" | "PostgreSQL", Readonly<Record<string, string>>>>}
 */
const LAST_DAYS = {
  Node: { 24: "2028-04-30", 25: "2026-06-01", 26: "2029-04-30" },
  PostgreSQL: { 15: "2027-11-11", 16: "2028-11-09", 17: "2029-11-08", 18: "2030-11-14" },
};
const SOON_MS = 180 * 24 * 60 * 60 * 1_000;

/**
 * @param {keyof typeof LAST_DAYS} name @param {string} version @param {Date} today
 * @returns {{ isSupported: boolean, text: string }}
 */
export function checkSupport(name, version, today) {
  const majors = Object.keys(LAST_DAYS[name]).map(Number);
  const major = Number.parseInt(version, 10);
  const lastDay = LAST_DAYS[name][major];
  const found = `${name} ${version}`;
  if (lastDay === undefined)
    return major > Math.max(...majors)
      ? { isSupported: true, text: `${found} is newer than this release knows.` }
      : { isSupported: false, text: `${found} is out of support. ${advise(name, today)}` };
  const leftMs = Date.parse(`${lastDay}T23:59:59.999Z`) - today.getTime();
  if (leftMs < 0)
    return { isSupported: false, text: `${found} is out of support since ${lastDay}. ${advise(name, today)}` };
  const hint = leftMs < SOON_MS ? ` ${advise(name, today)}` : "";
  return { isSupported: true, text: `${found} is supported until ${lastDay}.${hint}` };
}

/** @param {keyof typeof LAST_DAYS} name @param {Date} today */
function advise(name, today) {
  const [major, lastDay] = Object.entries(LAST_DAYS[name]).reduce((best, each) => (each[1] > best[1] ? each : best));
  return Date.parse(lastDay) < today.getTime()
    ? "This release knows no supported version. Upgrade the service, too."
    : `Upgrade to ${name} ${major}, supported until ${lastDay}.`;
}

/** @type {Record<string, import("./command-line.mjs").Command>} */
export const DOCTOR_COMMANDS = {
  doctor: {
    usage: "doctor [--database URL]",
    summary: "show until when Node and PostgreSQL are supported; fails when one is out of support",
    options: { database: { type: "string" } },
    run: ({ database }) => withServiceDatabase(database, examine),
  },
};

/** @param {string} url */
async function examine(url) {
  const version = await withDatabase(url, async (client) => {
    const { rows } = await client.query("SELECT current_setting('server_version') AS version");
    return String(rows[0].version).split(" ")[0] ?? "";
  });
  const today = new Date();
  const found = [checkSupport("Node", process.versions.node, today), checkSupport("PostgreSQL", version, today)];
  for (const { text } of found) console.log(text);
  if (found.some(({ isSupported }) => !isSupported)) throw new Problem("Something here is out of support.");
}
