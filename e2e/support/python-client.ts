import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The built wheel in a virtual environment of its own, or the reason why this machine cannot make one. */
export type PythonClient =
  | { reason: string; run?: never }
  | { reason?: undefined; run: (args: readonly string[], conversation?: Conversation) => Promise<string> };

interface Conversation {
  input?: string;
  /** Called with the first line that the process writes; its result is the last line that the process reads. */
  answer?: (line: string) => Promise<string>;
}

const PACKAGE = "packages/sdk-python";

export async function installPythonClient(): Promise<PythonClient> {
  const folder = mkdtempSync(join(tmpdir(), "svc-python-"));
  const environment = join(folder, "venv");
  const python = join(environment, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const isNewEnough = "import sys; sys.exit(sys.version_info < (3, 10))";
  const pip = ["-m", "pip", "--disable-pip-version-check", "--quiet"];
  try {
    await call("python3", ["-c", isNewEnough]);
    await call("python3", ["-m", "venv", environment]);
    await call(python, [...pip, "install", "hatchling", "httpx"]);
  } catch (error) {
    return { reason: `Python 3.10 with venv and a package index is missing: ${String(error).split("\n")[0]}` };
  }
  // From here on a failure is the package's own.
  await call(python, [...pip, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", folder, PACKAGE]);
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "no wheel was built";
  await call(python, [...pip, "install", "--no-index", join(folder, wheel)]);
  return { run: (args, conversation) => call(python, args, conversation) };
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
