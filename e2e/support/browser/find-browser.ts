import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { chromium, type LaunchOptions } from "@playwright/test";

const NAMES = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  join(process.env["PROGRAMFILES"] ?? "C:\\Program Files", "Google", "Chrome", "Application", "chrome.exe"),
  join(process.env["PROGRAMFILES(X86)"] ?? "C:\\Program Files (x86)", "Microsoft", "Edge", "Application", "msedge.exe"),
];

/** Playwright's own browser or an installed one; else the Chromium that comes as an npm package. Nothing is downloaded. */
export async function findBrowser(): Promise<LaunchOptions> {
  // Chromium refuses its sandbox to root.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  if (existsSync(chromium.executablePath())) return { args };
  const installed = findInstalled();
  if (installed !== undefined) return { executablePath: installed, args };
  const directory = await unpackChromium();
  const executablePath = join(directory, "chromium");
  const env = lacksLibraries(executablePath)
    ? { ...listEnv(), LD_LIBRARY_PATH: join(directory, "al2023", "lib") }
    : undefined;
  // Its sandbox helper is not in the package. Drawing through its software GL once froze a page on a busy machine.
  return { executablePath, args: ["--no-sandbox", "--headless=shell", "--disable-gpu"], ...(env ? { env } : {}) };
}

function findInstalled(): string | undefined {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = directories.flatMap((directory) => NAMES.map((name) => join(directory, name)));
  return [...candidates, ...PLACES].find((path) => existsSync(path));
}

/** Unpacked in a neighbouring folder and moved when complete, so that an interrupted run leaves no half browser. */
async function unpackChromium(): Promise<string> {
  const directory = join(tmpdir(), `svc-chromium-${readVersion()}-${process.getuid?.() ?? 0}`);
  if (existsSync(directory)) return directory;
  const draft = mkdtempSync(`${directory}-`);
  const kept = {
    TMPDIR: process.env["TMPDIR"],
    AWS_EXECUTION_ENV: process.env["AWS_EXECUTION_ENV"],
    LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"],
    FONTCONFIG_PATH: process.env["FONTCONFIG_PATH"],
  };
  // The package unpacks into the temporary directory, and its libraries only when it believes that it runs in a Lambda.
  Object.assign(process.env, { TMPDIR: draft, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" });
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    await packaged.executablePath();
  } finally {
    for (const [name, value] of Object.entries(kept)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  if (existsSync(directory)) rmSync(draft, { recursive: true });
  else renameSync(draft, directory);
  return directory;
}

/** Two versions of the package must not share a folder: Playwright fits one of them. */
function readVersion(): string {
  const file = "node_modules/@sparticuz/chromium/package.json";
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

function lacksLibraries(executablePath: string): boolean {
  try {
    return execFileSync("ldd", [executablePath], { encoding: "utf8" }).includes("not found");
  } catch {
    return true;
  }
}

function listEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
