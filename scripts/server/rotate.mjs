import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { Problem } from "../problem.mjs";
import { DEVELOPMENT_SECRET_PREFIX } from "../start/settings.mjs";
import { withOperations } from "./load-operations.mjs";
import { withServiceDatabase } from "./service-database.mjs";

/**
 * Each secret is rotated in three steps, with a restart of every process after each, one by one: all accept the new one, all
 * use it, none knows the old one. Processes of two neighbouring steps understand each other, so nothing stops meanwhile.
 */
const AFTER = "Restart every process, one after the other";

/** @param {string} secret @param {string} step @param {string} summary @param {() => void | Promise<void>} run */
function defineStep(secret, step, summary, run) {
  const name = `rotate ${secret} ${step}`;
  return { [name]: { usage: name, summary, options: {}, run: async () => run() } };
}

/** @type {Record<string, import("./command-line.mjs").Command>} */
export const ROTATE_COMMANDS = {
  ...defineStep("encryption-key", "add", "1. make a new key, which opens and does not seal yet", addKey),
  ...defineStep("encryption-key", "switch", "2. seal with the new key", switchKey),
  ...defineStep("encryption-key", "remove", "3. seal everything again, and take the old key out", removeKey),
  ...defineStep("session-secret", "add", "1. make a new secret, which is accepted and does not sign yet", addSecret),
  ...defineStep("session-secret", "switch", "2. sign with the new secret", switchSecret),
  ...defineStep("session-secret", "remove", "3. take the old secret out", removeSecret),
};

const prefix = () => (process.env["SVC_ENVIRONMENT"] === "production" ? "" : DEVELOPMENT_SECRET_PREFIX);

/** @returns {[string, ...string[]]} `<key id>:<key>`, the one that seals first */
function readKeys() {
  const [first, ...others] = (process.env["SVC_ENCRYPTION_KEY"] ?? "").split(",");
  if (!first) throw new Problem("SVC_ENCRYPTION_KEY is not set. svc-server setup makes one.");
  return [first, ...others];
}

/** @param {string} key */
const idOf = (key) => key.split(":")[0] ?? "";

function addKey() {
  const keys = readKeys();
  if (keys.length > 1)
    throw new Problem(`A rotation is in progress: SVC_ENCRYPTION_KEY holds ${keys.map(idOf).join(", ")}.`);
  const number = Number(/\d+$/.exec(idOf(keys[0]))?.[0] ?? 1) + 1;
  const added = `${prefix()}k${number}:${randomBytes(32).toString("base64")}`;
  changeSettings({ SVC_ENCRYPTION_KEY: [...keys, added].join(",") });
  console.log(`${AFTER}, then: svc-server rotate encryption-key switch`);
}

function switchKey() {
  const keys = readKeys();
  const last = keys.at(-1);
  if (keys.length === 1 || last === undefined)
    throw new Problem("There is no new key. First: svc-server rotate encryption-key add");
  changeSettings({ SVC_ENCRYPTION_KEY: [last, ...keys.slice(0, -1)].join(",") });
  console.log(`${AFTER}, then: svc-server rotate encryption-key remove`);
}

async function removeKey() {
  const [first, ...others] = readKeys();
  if (others.length === 0) throw new Problem("SVC_ENCRYPTION_KEY holds one key alone. There is nothing to remove.");
  const left = await withServiceDatabase(undefined, (url) =>
    withOperations(url, async ({ resealStored, countSeals }) => {
      console.log(`Re-encrypted ${await resealStored()} values.`);
      return countSeals();
    }),
  );
  left.delete(idOf(first));
  if (left.size > 0) {
    const counts = [...left].map(([id, seals]) => `${id} (${seals})`).join(", ");
    throw new Problem(
      `Values are still encrypted with ${counts}. Either a process still uses the old key, or the values cannot be decrypted: see the log.`,
    );
  }
  changeSettings({ SVC_ENCRYPTION_KEY: first });
  console.log(`${AFTER}. Keep the old key as long as backups that it sealed.`);
}

function readSecrets() {
  const { SVC_SESSION_SECRET: present, SVC_SESSION_SECRET_FALLBACK: other } = process.env;
  if (!present) throw new Problem("SVC_SESSION_SECRET is not set. svc-server setup makes one.");
  return { present, other };
}

function addSecret() {
  if (readSecrets().other) throw new Problem("A rotation is in progress: SVC_SESSION_SECRET_FALLBACK is set.");
  changeSettings({ SVC_SESSION_SECRET_FALLBACK: prefix() + randomBytes(32).toString("base64url") });
  console.log(`${AFTER}, then: svc-server rotate session-secret switch`);
}

function switchSecret() {
  const { present, other } = readSecrets();
  if (!other) throw new Problem("There is no new secret. First: svc-server rotate session-secret add");
  changeSettings({ SVC_SESSION_SECRET: other, SVC_SESSION_SECRET_FALLBACK: present });
  console.log(`${AFTER}. After 30 days no session needs the old one: svc-server rotate session-secret remove`);
}

function removeSecret() {
  if (!readSecrets().other) throw new Problem("SVC_SESSION_SECRET_FALLBACK is not set. There is nothing to remove.");
  changeSettings({ SVC_SESSION_SECRET_FALLBACK: "" });
  console.log(`${AFTER}. Sessions that are older than the switch end.`);
}

/**
 * Sets variables in the file that npm start and svc-server read them from. A variable that comes from elsewhere, such as
 * the secrets of a cluster, is shown for the operator to set.
 * @param {Record<string, string>} values an empty one is taken out
 */
function changeSettings(values) {
  const file = resolve(process.env["SVC_ENV_FILE"] || ".env.local");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const inFile = parseEnv(text);
  const names = Object.keys(values);
  // One that is new goes where the others of its kind are.
  const known = names.filter((name) => process.env[name]);
  const isOwner =
    known.length > 0 ? known.every((name) => process.env[name] === inFile[name]) : isFileOfSecrets(inFile);
  if (!isOwner) {
    console.log("Set these next to the service's other variables:");
    for (const [name, value] of Object.entries(values)) console.log(`${name}=${value}`);
    return;
  }
  const kept = text
    .split("\n")
    .filter((line) => !names.some((name) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(line)));
  const added = Object.entries(values).flatMap(([name, value]) => (value === "" ? [] : [`${name}=${value}`]));
  const lines = [...kept.join("\n").trimEnd().split("\n"), ...added];
  writeFileSync(`${file}.new`, `${lines.join("\n")}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  console.log(`Changed ${names.join(" and ")} in ${file}.`);
}

/** Real variables win over the file: changing it would have no effect where it has none of the secrets. @param {NodeJS.Dict<string>} inFile */
function isFileOfSecrets(inFile) {
  const secret = process.env["SVC_SESSION_SECRET"];
  return secret !== undefined && secret === inFile["SVC_SESSION_SECRET"];
}
