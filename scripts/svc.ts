import { parseArgs } from "node:util";
import { exitOnProblem, Problem } from "./problem.mjs";
import { issueToken, TOKEN_HELP } from "./svc/token";

/** npm run svc -- <command>: small tools beside the running service. */
const HELP = `npm run svc -- <command>

  token   prints a fresh access token of the demo; npm run svc -- token --help says how`;

const OPTIONS = {
  user: { type: "string" },
  scopes: { type: "string" },
  app: { type: "string" },
  audience: { type: "string" },
  actor: { type: "string" },
  context: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : "Bad arguments."}\n\n${TOKEN_HELP}`);
  }
}

await exitOnProblem(async () => {
  const { values, positionals } = readArguments();
  const [command, ...rest] = positionals;
  if (command !== "token") {
    if (command === undefined && values.help) return console.log(HELP);
    throw new Problem(command === undefined ? HELP : `There is no command "${command}".\n\n${HELP}`);
  }
  if (values.help) return console.log(TOKEN_HELP);
  if (rest.length > 0)
    throw new Problem(`"${rest.join(" ")}" is too much. Put the scopes into quotes.\n\n${TOKEN_HELP}`);
  await issueToken(values);
});
