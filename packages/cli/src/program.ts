import { Command, Help, Option } from "commander";
import { VERSION } from "../../sdk/src/generated/version";
import { registerAudit } from "./audit";
import { registerBroker } from "./broker";
import { registerCompletion } from "./completion";
import { registerDoctor } from "./doctor";
import { registerEvents } from "./events";
import { reportFailure } from "./fail";
import { registerKeys } from "./keys";
import { registerListen } from "./listen";
import { registerLogin } from "./login";
import { registerLogout } from "./logout";
import { registerLogs } from "./logs";
import { registerOpen } from "./open";
import { FORMATS } from "./print";
import { registerResources } from "./resources";
import type { Surroundings } from "./surroundings";
import { Svc } from "./svc";
import { registerToken } from "./token";
import { registerTrigger } from "./trigger";
import { registerWebhooks } from "./webhooks";
import { registerWhoami } from "./whoami";
import { registerWhy } from "./why";

/** One file a command: each registers itself here. */
const COMMANDS = [
  registerLogin,
  registerLogout,
  registerWhoami,
  registerToken,
  registerBroker,
  registerKeys,
  registerListen,
  registerTrigger,
  registerWebhooks,
  registerEvents,
  registerLogs,
  registerWhy,
  registerAudit,
  registerOpen,
  registerDoctor,
  registerCompletion,
  registerResources,
];

const EXIT_HELP = `
svc --version prints the version.
Exit codes: 0 done, 1 the service refused or failed, 2 not signed in, 3 bad input, 4 wrong usage.
Environment: SVC_URL, SVC_API_KEY, SVC_PROFILE, SVC_CONFIG_DIR, SVC_AUDIT_WITNESS, NO_COLOR.`;

/** Says which options a command cannot do without. */
function describeOption(this: Help, option: Option): string {
  const text = Help.prototype.optionDescription.call(this, option);
  return option.mandatory ? `${text} (required)` : text;
}

type Register = (program: Command, svc: Svc) => void;

function createProgram(svc: Svc, more: readonly Register[] = []): Command {
  const { surroundings } = svc;
  const program = new Command("svc")
    .description("The command line of the developer platform")
    .helpOption("-h, --help", "show help for a command")
    .addOption(new Option("--format <format>", "how results are printed").choices(FORMATS).default("table"))
    .option("--profile <name>", "one of several sign-ins on this machine", surroundings.env["SVC_PROFILE"] || "default")
    .option("--url <url>", "the service; SVC_URL does the same")
    .option(
      "--api-key <key>",
      "an API key or access token instead of a session; prefer SVC_API_KEY, which ps does not show",
    )
    .option("--organization <id or name>", 'the organization to work in; "own" is Personal')
    .option("-q, --quiet", "no hints and no progress")
    .configureHelp({ optionDescription: describeOption })
    .showSuggestionAfterError()
    .showHelpAfterError("(svc help shows all commands; add --help to one of them to see its options)")
    .addHelpText("after", EXIT_HELP)
    .configureOutput({
      writeOut: (text) => surroundings.stdout.write(text),
      writeErr: (text) => surroundings.stderr.write(text),
    })
    .exitOverride()
    .hook("preAction", (_program, command) => svc.adopt(command));
  for (const register of [...COMMANDS, ...more]) register(program, svc);
  return program;
}

/** Runs one command and returns the exit code. */
export async function run(
  args: readonly string[],
  surroundings: Surroundings,
  more: readonly Register[] = [],
): Promise<number> {
  const svc = new Svc(surroundings);
  // An option of the program would take --version from commands whose resources have one.
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-v")) {
    svc.output.line(VERSION);
    return 0;
  }
  try {
    await createProgram(svc, more).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    if (surroundings.signal.aborted) return INTERRUPTED;
    return reportFailure(error, svc.output, svc.usesKey);
  }
}

const INTERRUPTED = 130;
