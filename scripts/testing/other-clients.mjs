import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../process/run-command.mjs";
import { runScript } from "./stage.mjs";

/**
 * @typedef {[command: string, ...args: string[]]} Command
 * @typedef {{ name: string, version: Command, atLeast: [major: number, minor: number], compile: Command }} Language
 */

/** Hidden, so that it is no input of the service's build. */
const FOLDER = join(".data", "generated-clients");
const GO_MODULE = "module example.com/svc\n\ngo 1.23\n";
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

/** @type {Language[]} */
const LANGUAGES = [
  { name: "go", version: ["go", "version"], atLeast: [1, 23], compile: ["go", "vet", "./..."] },
  {
    name: "java",
    version: ["javac", "-version"],
    atLeast: [17, 0],
    compile: ["javac", "--release", "17", "-Xlint:all", "-Werror", "-d", "classes", "Client.java"],
  },
  { name: "php", version: ["php", "-v"], atLeast: [8, 1], compile: ["php", "-l", "client.php"] },
];

/**
 * Go, Java and PHP have no core of ours: redocly writes their clients from the description, and each compiles as it is written.
 * @type {import("./stage.mjs").Stage}
 */
export const OTHER_CLIENTS_STAGE = {
  name: "go, java and php",
  run: async () => {
    const outcome = { passed: 0, failed: 0, skipped: [], output: "" };
    rmSync(FOLDER, { recursive: true, force: true });
    for (const language of LANGUAGES) {
      const reason = await findObstacle(language);
      if (reason) outcome.output += `Not tested here: the generated client in ${language.name}. ${reason}\n`;
      else {
        const { code, output } = await compile(language);
        outcome[code === 0 ? "passed" : "failed"] += 1;
        outcome.output += output;
      }
    }
    return outcome;
  },
};

/** @param {Language} language */
async function findObstacle({ version: [command, ...args], atLeast: [major, minor] }) {
  const { code, output } = await runCommand(command, args);
  const [, foundMajor = "0", foundMinor = "0"] = /(\d+)\.(\d+)/.exec(output) ?? [];
  if (code !== 0) return `${command} is not installed.`;
  const isOld = Number(foundMajor) < major || (Number(foundMajor) === major && Number(foundMinor) < minor);
  return isOld ? `${command} is older than ${major}.${minor}.` : undefined;
}

/** @param {Language} language */
async function compile({ name, compile: [command, ...args] }) {
  const cwd = join(FOLDER, name);
  mkdirSync(cwd, { recursive: true });
  // The generator takes the name of a TypeScript file and gives each language its own ending.
  const output = join(cwd, "client.ts");
  const generate = ["generate-client", "public/openapi.json", "--generator", name, "-o", output];
  const written = await runScript("node_modules/@redocly/cli/bin/cli.js", generate, QUIET);
  if (written.code !== 0) return written;
  if (name === "go") writeFileSync(join(cwd, "go.mod"), GO_MODULE);
  return runCommand(command, args, { cwd, env: { ...process.env, GOTOOLCHAIN: "local", GOPROXY: "off" } });
}
