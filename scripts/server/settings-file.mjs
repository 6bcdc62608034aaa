import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";

/**
 * Sets variables in the file that npm start and svc-server read them from. A variable that comes from elsewhere, such as
 * the secrets of a cluster, is shown for the operator to set.
 * @param {Record<string, string>} values an empty one is taken out
 */
export function changeSettings(values) {
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
