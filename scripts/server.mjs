#!/usr/bin/env node
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitOnProblem, Problem } from "./problem.mjs";
import { runCommandLine } from "./server/command-line.mjs";

/** svc-server: the steps of running the service in production, one command each. docs/operating.md explains them. */
process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
await exitOnProblem(async () => {
  if (Number(process.versions.node.split(".")[0]) < 24)
    throw new Problem(`svc-server needs Node 24 or newer; here is ${process.versions.node}.`);
  await runCommandLine(process.argv.slice(2));
});
