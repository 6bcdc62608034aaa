import { spawn } from "node:child_process";
import { homedir, hostname } from "node:os";

/** Everything of the machine that commands touch; tests give their own. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean };
  stderr: Pick<NodeJS.WriteStream, "write"> & { isTTY?: boolean };
  fetch: typeof fetch;
  platform: NodeJS.Platform;
  homeDirectory: string;
  deviceName: string;
  /** False where no browser could be started. */
  openBrowser: (url: string) => Promise<boolean>;
  /** Runs a program of the system with this standard input. `code` is null where it could not be run. */
  runTool: (
    program: string,
    args: readonly string[],
    input: string,
  ) => Promise<{ code: number | null; output: string }>;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
}

export function readSurroundings(): Surroundings {
  const interruption = new AbortController();
  process.once("SIGINT", () => interruption.abort());
  process.once("SIGTERM", () => interruption.abort());
  // A reader such as `head` has seen enough: that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  return {
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    fetch,
    platform: process.platform,
    homeDirectory: homedir(),
    deviceName: hostname(),
    openBrowser,
    runTool,
    signal: interruption.signal,
  };
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** No shell, so that nothing in a URL is a command. An SSH session has no screen. */
function openBrowser(url: string): Promise<boolean> {
  const hasScreen = process.platform !== "linux" || process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"];
  if (!hasScreen || process.env["SSH_CONNECTION"]) return Promise.resolve(false);
  const [program, ...options] = OPENERS[process.platform] ?? ["xdg-open"];
  return new Promise((resolve) => {
    const child = spawn(program, [...options, url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

const TOOL_TIMEOUT_MS = 20_000;

function runTool(program: string, args: readonly string[], input: string) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"], timeout: TOOL_TIMEOUT_MS });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    // A tool that does not read its input is no failure of ours.
    child.stdin.on("error", () => undefined);
    child.once("error", () => resolve({ code: null, output: "" }));
    child.once("close", (code) => resolve({ code, output }));
    child.stdin.end(input);
  });
}
