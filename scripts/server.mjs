#!/usr/bin/env node
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitOnProblem } from "./problem.mjs";
import { runCommandLine } from "./server/command-line.mjs";

/** svc-server: the steps of running the service in production, one command each. docs/operating.md explains them. */
process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));
await exitOnProblem(() => runCommandLine(process.argv.slice(2)));
