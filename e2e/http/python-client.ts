import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { inject, test } from "vitest";
import { noteUntested } from "../support/tables/untested";

/** The built wheel in a virtual environment that all test files of a run share. */
export interface PythonClient {
  readonly interpreter: string;
  readonly hasMypy: boolean;
  /** Defines a test where this machine has Python, and nothing where it has none. */
  test: (title: string, body: () => Promise<void>) => void;
  run: (args: readonly string[], conversation?: Conversation) => Promise<string>;
}

interface Conversation {
  input?: string;
  /** Called with the first line that the process writes; its result is the last line that the process reads. */
  answer?: (line: string) => Promise<string>;
}

/** `failure` is the package's own; `missing` is the machine's. */
type Installation = { interpreter: string; hasMypy: boolean } | { missing: string } | { failure: string };

const PACKAGE = "packages/sdk-python";
const PIP = ["-m", "pip", "--disable-pip-version-check", "--quiet"];
const PATIENCE_MS = 600_000;

export async function installPythonClient(): Promise<PythonClient> {
  const installation = await findInstallation(join(dirname(inject("manifestFile")), "python"));
  if ("failure" in installation) throw new Error(installation.failure);
  if ("interpreter" in installation) {
    const { interpreter, hasMypy } = installation;
    return { interpreter, hasMypy, test, run: (args, conversation) => call(interpreter, args, conversation) };
  }
  const reason = `Python 3.10 with venv and a package index is missing: ${installation.missing}`;
  noteUntested("the Python client", reason);
  const run = () => Promise.reject(new Error(reason));
  return { interpreter: "python3", hasMypy: false, test: () => undefined, run };
}

/** The test file that makes the folder installs, and the others wait for it. */
async function findInstallation(folder: string): Promise<Installation> {
  const result = join(folder, "installation.json");
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    for (const startMs = performance.now(); !existsSync(result); await sleep(100))
      if (performance.now() - startMs > PATIENCE_MS) throw new Error(`Another test file has not filled ${folder}.`);
    return JSON.parse(readFileSync(result, "utf8"));
  }
  const installation = await install(folder).catch((error: unknown) => ({ failure: String(error) }));
  writeFileSync(`${result}.new`, JSON.stringify(installation));
  renameSync(`${result}.new`, result);
  return installation;
}

async function install(folder: string): Promise<Installation> {
  const environment = join(folder, "venv");
  const interpreter = join(environment, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  try {
    await call("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]);
    await call("python3", ["-m", "venv", environment]);
    await call(interpreter, [...PIP, "install", "hatchling", "httpx"]);
  } catch (error) {
    return { missing: String(error).split("\n")[0] ?? "" };
  }
  await call(interpreter, [...PIP, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", folder, PACKAGE]);
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "no wheel was built";
  await call(interpreter, [...PIP, "install", "--no-index", join(folder, wheel)]);
  const hasMypy = await call(interpreter, [...PIP, "install", "mypy"]).then(
    () => true,
    () => false,
  );
  return { interpreter, hasMypy };
}

function call(command: string, args: readonly string[], { input = "", answer }: Conversation = {}): Promise<string> {
  const { PYTHONPATH: _, ...inherited } = process.env;
  // Files beside the sources would be inputs of the service's build.
  const env = { ...inherited, PYTHONDONTWRITEBYTECODE: "1" };
  return new Promise((resolve, reject) => {
    const child = execFile(
      command,
      [...args],
      { timeout: 120_000, maxBuffer: 2 ** 26, env },
      (error, stdout, stderr) => (error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout)),
    );
    const { stdin, stdout } = child;
    // A process that ended early shows in its exit code.
    stdin?.on("error", () => undefined);
    if (!answer || !stdin || !stdout) return void stdin?.end(input);
    stdin.write(`${input}\n`);
    createInterface({ input: stdout }).once("line", (line) => {
      answer(line).then((text) => stdin.end(`${text}\n`), reject);
    });
  });
}
