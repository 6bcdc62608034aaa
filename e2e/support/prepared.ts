import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Data directories that a run makes once and each test file copies. Set for the process tests alone. */
const VARIABLE = "SVC_TEST_PREPARED";

interface Prepared {
  /** Written by a stopped `npm start` with its demo. */
  service: string;
  /** Written by a stopped cluster whose database `postgres` is migrated. */
  scratch: string;
}

export function providePrepared(prepared: Prepared): void {
  process.env[VARIABLE] = JSON.stringify(prepared);
}

export function withdrawPrepared(): void {
  Reflect.deleteProperty(process.env, VARIABLE);
}

export function findPrepared(): Prepared | undefined {
  const text = process.env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as Prepared);
}

/** Copies keep their owner: under root PostgreSQL runs as a user of its own. */
export function copyInto(source: string, directory: string): void {
  if (process.platform === "win32") cpSync(source, directory, { recursive: true });
  else execFileSync("cp", ["-Rp", ...readdirSync(source).map((name) => join(source, name)), directory]);
}

/** Each copy then chooses a port of its own. */
export function forgetPort(cluster: string): void {
  const file = join(cluster, "svc-access.json");
  if (existsSync(file)) writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), port: 0 }));
}
