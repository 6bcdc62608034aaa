import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openConsent, openSession, postDecision, readReturn } from "../support/browser/oauth-flow";

export interface PastedResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Reader {
  /** Its `.data` is the demo's. */
  dataDir: string;
  env: NodeJS.ProcessEnv;
  baseUrl: string;
  person: { email: string; password: string };
}

const AUTHORIZE_URL = /http\S+\/oauth\/authorize\?\S+/;
const BLOCK_TIMEOUT_MS = 240_000;

/**
 * The one shell in which a reader pastes the blocks of a page: variables and functions last from block to block. A
 * printed authorization URL is opened and approved, and the URL at which the browser arrives goes to standard input.
 */
export class PastedShell {
  readonly #reader: Reader;
  readonly #stateFile: string;
  #arrival: Promise<string> | undefined;

  constructor(
    readonly directory: string,
    reader: Reader,
    earlier?: PastedShell,
  ) {
    this.#reader = reader;
    this.#stateFile = join(directory, "state.sh");
    mkdirSync(directory);
    symlinkSync(reader.dataDir, join(directory, ".data"));
    if (earlier) copyFileSync(earlier.#stateFile, this.#stateFile);
  }

  /** A refused request ends a block, as an error of the shell does. */
  run(block: string): Promise<PastedResult> {
    const state = existsSync(this.#stateFile) ? `source '${this.#stateFile}'` : "";
    const script = `
set -a; ${state}
trap '{ export -p; declare -f; } >| "${this.#stateFile}"' EXIT
curl() { command curl --fail-with-body --retry 2 "$@"; }
npm() { command npm --prefix '${process.cwd()}' "$@"; }
${block}`;
    const { env } = this.#reader;
    // A group of its own, so that what a block leaves behind can be ended.
    const options = { cwd: this.directory, env, detached: true } as const;
    const child = spawn("bash", ["-euo", "pipefail", "-c", script], options);
    const result: PastedResult = { code: null, stdout: "", stderr: "" };
    const type = (url: string) => child.stdin.write(`${url}\n`);
    child.stdin.on("error", () => undefined);
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      result.stderr += text;
    });
    this.#arrival?.then(type, () => undefined);
    this.#arrival = undefined;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      result.stdout += text;
      const url = AUTHORIZE_URL.exec(result.stdout)?.[0];
      if (url === undefined || this.#arrival) return;
      this.#arrival = this.#approve(url);
      this.#arrival.then(type, () => undefined);
    });
    return new Promise((resolve) => {
      const timer = setTimeout(endGroup, BLOCK_TIMEOUT_MS, child.pid);
      child.once("exit", () => endGroup(child.pid));
      child.once("close", (code) => {
        clearTimeout(timer);
        const end = () => resolve({ ...result, code });
        (this.#arrival ?? Promise.resolve("")).then(end, (error: unknown) => {
          result.stderr += String(error);
          end();
        });
      });
    });
  }

  async #approve(url: string): Promise<string> {
    const { baseUrl, person } = this.#reader;
    const cookie = await openSession(baseUrl, person);
    const { request, ticket, contexts } = await openConsent(baseUrl, new URL(url).searchParams, cookie);
    const fields = { request, ticket, context: contexts[0] ?? "", decision: "approve" };
    return (await readReturn(await postDecision(baseUrl, cookie, fields))).href;
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing was left.
  }
}
