import { run } from "../packages/cli/src/program";
import { readSurroundings } from "../packages/cli/src/surroundings";
import { exitOnProblem } from "./problem.mjs";
import { findDemoUrl, registerDemo } from "./svc/demo";

/** npm run svc -- <command>: the command line of packages/cli, with the service of this folder as its default. */
const args = process.argv.slice(2);

if (args[0] === "token" && (args.includes("--user") || args.includes("--help"))) {
  await exitOnProblem(async () => {
    const { issueDemoToken } = await import("./svc/token");
    await issueDemoToken(args.slice(1));
  });
} else {
  const surroundings = readSurroundings();
  const env = { ...surroundings.env, SVC_URL: surroundings.env["SVC_URL"] || findDemoUrl() };
  process.exitCode = await run(args, { ...surroundings, env }, [registerDemo]);
}
