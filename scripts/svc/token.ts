import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { audienceUrl } from "../../lib/access/credentials/token";
import { SCOPES } from "../../lib/access/scopes";
import { closeDatabase } from "../../lib/db/pool";
import { checkAuthorizationQuery } from "../../lib/oauth/server/authorization";
import { type GrantContext, listGrantContexts } from "../../lib/oauth/server/consent-query";
import { approveConsent } from "../../lib/oauth/server/decide-consent";
import { sealRequest } from "../../lib/oauth/server/sealed-request";
import { now } from "../../lib/platform/clock";
import type { Manifest } from "../../prisma/seed/manifest";
import { Problem, readCode } from "../problem.mjs";
import { withLock } from "../start/instance-lock.mjs";
import { loadSettings } from "../start/settings.mjs";

const TOKEN_HELP = `npm run svc -- token --user <name> --scopes "<scope> …" [options]

Prints a fresh access token of the demo, by the way that every app takes: authorization, approval, code, exchange.
The service must be running. Only the token goes to standard output, so: TOKEN=$(npm run -s svc -- token …)

  --user      owner, member, guest, outsider or admin
  --scopes    one or more, in quotes: "${SCOPES.slice(0, 3).join(" ")}"; "all" for every scope
  --app       public (the default), confidential or agent
  --actor     user (the default) or agent, which means --app agent
  --audience  api (the default) or mcp
  --context   own, or an organization's name; without it the organization that the person belongs to, or own`;

type TokenOptions = Partial<Record<"user" | "scopes" | "app" | "audience" | "actor" | "context", string | undefined>>;

interface TokenResponse {
  access_token: string;
  refresh_token?: string;
  expires_in: number;
  scope: string;
  error?: string;
  error_description?: string;
}

const OPTIONS = {
  user: { type: "string" },
  scopes: { type: "string" },
  app: { type: "string" },
  audience: { type: "string" },
  actor: { type: "string" },
  context: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

export async function issueDemoToken(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  if (values.help) return console.log(TOKEN_HELP);
  if (positionals.length > 0) {
    throw new Problem(`"${positionals.join(" ")}" is too much. Put the scopes into quotes.\n\n${TOKEN_HELP}`);
  }
  const { token, note } = await issueToken(values);
  console.error(note);
  console.log(token);
}

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : "Bad arguments."}\n\n${TOKEN_HELP}`);
  }
}

export async function issueToken(options: TokenOptions): Promise<{ token: string; note: string }> {
  const dataDir = process.env["SVC_DATA_DIR"] || ".data";
  loadSettings();
  if (process.env["SVC_ENVIRONMENT"] === "production")
    throw new Problem("Tokens cannot be created this way in production.");
  const manifest = readDemo(join(dataDir, "demo.json"));
  Object.assign(process.env, { DATABASE_URL: manifest.databaseUrl, SVC_BASE_URL: manifest.baseUrl });
  try {
    const { answer, context } = await runFlow(manifest, dataDir, options);
    const where = context.kind === "individual" ? "their own area" : context.name;
    const note = `${options.user} in ${where}: ${answer.scope}; ends in ${answer.expires_in} s`;
    return { token: answer.access_token, note };
  } finally {
    await closeDatabase();
  }
}

function readDemo(file: string): Manifest {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Manifest;
  } catch (error) {
    throw new Problem(`${file} cannot be read (${readCode(error)}). npm start writes it when it seeds the demo.`);
  }
}

/** A name of the list, or an error that shows the list. */
function choose<Name extends string>(option: string, given: string | undefined, names: readonly Name[]): Name {
  const name = names.find((candidate) => candidate === given);
  if (name !== undefined) return name;
  const problem = given === undefined ? `--${option} is missing` : `there is no ${option} "${given}"`;
  throw new Problem(`${problem}: it is one of ${names.join(", ")}.\n\n${TOKEN_HELP}`);
}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[];
}

async function runFlow(manifest: Manifest, dataDir: string, options: TokenOptions) {
  const user = manifest.users[choose("user", options.user, keysOf(manifest.users))];
  const actor = choose("actor", options.actor ?? (options.app === "agent" ? "agent" : "user"), ["user", "agent"]);
  const appName = choose("app", options.app ?? (actor === "agent" ? "agent" : "public"), keysOf(manifest.oauthApps));
  if ((appName === "agent") !== (actor === "agent")) {
    throw new Problem(`The app "${appName}" does not act as ${actor}. Use --app agent for agents, and only for them.`);
  }
  const audience = choose("audience", options.audience ?? "api", ["api", "mcp"]);
  const scope = options.scopes === "all" ? SCOPES.join(" ") : options.scopes;
  if (!scope) throw new Problem(`--scopes is missing. There are: ${SCOPES.join(" ")}\n\n${TOKEN_HELP}`);
  const app = manifest.oauthApps[appName];
  const [redirectUri = ""] = app.redirectUris;
  const verifier = randomBytes(32).toString("base64url");
  const query = new URLSearchParams({
    response_type: "code",
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope,
    resource: audienceUrl(audience),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const secret = app.clientSecret === undefined ? {} : { client_secret: app.clientSecret };
  const ask = (form: Record<string, string>) =>
    exchange(`${manifest.baseUrl}/oauth/token`, { ...form, client_id: app.clientId, ...secret });
  const judged = await judge(query.toString());
  const context = chooseContext(await listGrantContexts(user.id), options.context);
  const grant = [app.clientId, user.id, context.billingEntityId, audience, judged.request.scopes];
  const answer = await reuseGrant(dataDir, JSON.stringify(grant), {
    refresh: (token) => ask({ grant_type: "refresh_token", refresh_token: token }),
    approve: async () => {
      const consented = await approveConsent({
        client: judged.app,
        request: judged.request,
        sealed: sealRequest(query.toString(), now()),
        userId: user.id,
        billingEntityId: context.billingEntityId,
        cause: { address: null, userAgent: "npm run svc" },
      });
      if (consented.kind !== "approved") throw new Problem("The person no longer belongs there.");
      const code = new URL(consented.url).searchParams.get("code") ?? "";
      const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
      const issued = await ask(form);
      if (!issued) throw new Problem("The code was refused.");
      return issued;
    },
  });
  return { answer, context };
}

interface Ways {
  /** Null: the grant has ended, or its token was used elsewhere. */
  refresh: (refreshToken: string) => Promise<TokenResponse | null>;
  /** A new grant. */
  approve: () => Promise<TokenResponse>;
}

/**
 * One grant for each `name`, however often a token is asked for: a grant lives for 30 days and is listed to its person.
 * Calls at the same time take turns, because a refresh token that is used twice ends its grant.
 */
async function reuseGrant(dataDir: string, name: string, { refresh, approve }: Ways): Promise<TokenResponse> {
  const directory = join(dataDir, "svc");
  const file = join(directory, "grants.json");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return withLock(directory, async () => {
    const kept = readKept(file);
    const refreshToken = kept[name];
    const renewed = refreshToken === undefined ? null : await refresh(refreshToken);
    const answer = renewed ?? (await approve());
    writeFileSync(file, JSON.stringify({ ...kept, [name]: answer.refresh_token }), { mode: 0o600 });
    return answer;
  });
}

function readKept(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}

async function judge(query: string) {
  const judgement = await checkAuthorizationQuery(query).catch((error: unknown) => {
    throw new Problem(`The database does not answer (${readCode(error)}). Start the service first: npm start`);
  });
  if (judgement.kind === "untrusted") {
    throw new Problem(`The demo's app differs from its manifest (${judgement.reason}). Was the database replaced?`);
  }
  if (judgement.kind === "refused") {
    const hint = judgement.problem.code === "invalid_scope" ? ` There are: ${SCOPES.join(" ")}` : "";
    throw new Problem(`${judgement.problem.message}${hint}`);
  }
  return judgement;
}

function chooseContext(contexts: readonly GrantContext[], given: string | undefined): GrantContext {
  const own = contexts.filter(({ kind }) => kind === "individual");
  const organizations = contexts.filter(({ kind }) => kind === "organization");
  const nameOf = ({ kind, name }: GrantContext) => (kind === "individual" ? "own" : name);
  const named = [...own, ...organizations].find((context) => nameOf(context).toLowerCase() === given?.toLowerCase());
  const wanted = given === undefined ? (organizations[0] ?? own[0]) : named;
  if (wanted) return wanted;
  const names = ["own", ...organizations.map(nameOf)];
  throw new Problem(`There is no context "${given}" for this person. Choose one of ${names.join(", ")}.`);
}

/** Refused refresh tokens are null: their grant has ended, and a new one takes its place. */
async function exchange(endpoint: string, form: Record<string, string>): Promise<TokenResponse | null> {
  const body = new URLSearchParams(form);
  const response = await fetch(endpoint, { method: "POST", body }).catch((error: unknown) => {
    throw new Problem(`${endpoint} does not answer (${readCode(error)}). Start the service first: npm start`);
  });
  const answer = (await response.json()) as TokenResponse;
  if (response.ok) return answer;
  if (form["grant_type"] === "refresh_token" && answer.error === "invalid_grant") return null;
  throw new Problem(`The exchange was refused: ${answer.error_description}`);
}
