import { type Command, Option } from "commander";
import { SvcAuthorizationError } from "../../sdk/src/errors";
import { askBroker } from "./broker-socket";
import { Failure } from "./fail";
import { authorize, findGrant, type GrantOptions } from "./grant";
import { findBaseUrl } from "./session";
import type { Svc } from "./svc";

const DEFAULT_REDIRECT_URI = "http://127.0.0.1:8976/callback";

export function registerToken(program: Command, svc: Svc): void {
  program
    .command("token")
    .description("print an access token for scripts, from an OAuth grant that you approve once")
    .requiredOption("--client-id <id>", "the OAuth app; put its secret, if any, in SVC_CLIENT_SECRET")
    .requiredOption("--scopes <scopes>", "one or more, in quotes")
    .option("--redirect-uri <uri>", "as registered for the app, on this machine", DEFAULT_REDIRECT_URI)
    .addOption(new Option("--audience <audience>", "what the token is for").choices(["api", "mcp"]).default("api"))
    .addHelpText(
      "after",
      '\nOnly the token goes to standard output: TOKEN=$(svc token --client-id … --scopes "rooms:read")',
    )
    .action((options: GrantOptions) => printToken(svc, options));
}

async function printToken(svc: Svc, options: GrantOptions): Promise<void> {
  const { surroundings, output } = svc;
  const baseUrl = await findBaseUrl(surroundings, svc.options);
  const answer = await askBroker(surroundings, { ...options, baseUrl });
  if (answer !== undefined && "error" in answer) {
    throw new Failure("authentication", answer.error, "Stop the broker, run svc token once, and start it again.");
  }
  const token = answer === undefined ? await readToken(svc, options, baseUrl) : answer.token;
  output.result({ token }, () => token);
}

async function readToken(svc: Svc, options: GrantOptions, baseUrl: string): Promise<string> {
  const grant = await findGrant(svc, options);
  try {
    return await grant.read();
  } catch (error) {
    // The grant has ended, for instance by the person: they may approve again.
    if (!(error instanceof SvcAuthorizationError && error.error === "invalid_grant")) throw error;
    const { env, fetch } = svc.surroundings;
    const app = { baseUrl, clientId: options.clientId, clientSecret: env["SVC_CLIENT_SECRET"], fetch };
    await authorize(svc, app, options);
    return (await findGrant(svc, options)).read();
  }
}
