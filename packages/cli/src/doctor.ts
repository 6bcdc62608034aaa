import type { Command } from "commander";
import { SvcApiError } from "../../sdk/src/errors";
import { VERSION } from "../../sdk/src/generated/version";
import { openAuditLog } from "./audit-witness";
import { Failure } from "./fail";
import { findBaseUrl, readWhoAmI } from "./session";
import type { Svc } from "./svc";

interface Check {
  name: string;
  isGood: boolean;
  found: string;
  advice?: string;
}

const NODE_MIN = 20;
const SKEW_MAX_MS = 60_000;

export function registerDoctor(program: Command, svc: Svc): void {
  program
    .command("doctor")
    .description("check this machine and its connection: Node, network, clock, audit log, session, scopes")
    .action(async () => {
      const { output } = svc;
      const checks = [checkNode(), ...(await checkService(svc))];
      output.result({ version: VERSION, checks }, () =>
        checks
          .map(({ name, isGood, found, advice }) => {
            const mark = isGood ? output.paint("good", "ok  ") : output.paint("bad", "fail");
            return `${mark}  ${name.padEnd(9)} ${found}${advice === undefined ? "" : `\n      ${advice}`}`;
          })
          .join("\n"),
      );
      const failed = checks.filter(({ isGood }) => !isGood);
      if (failed.length === 0) return;
      const kind = failed.some(({ name }) => name === "session") && failed.length === 1 ? "authentication" : "api";
      throw new Failure(kind, `${failed.length} of ${checks.length} checks failed.`);
    });
}

function checkNode(): Check {
  const isGood = Number(process.versions.node.split(".")[0]) >= NODE_MIN;
  const advice = isGood ? {} : { advice: `Install Node ${NODE_MIN} or later.` };
  return { name: "node", isGood, found: process.versions.node, ...advice };
}

async function checkService(svc: Svc): Promise<Check[]> {
  const { surroundings, options } = svc;
  const baseUrl = await findBaseUrl(surroundings, options);
  const before = Date.now();
  const response = await surroundings
    .fetch(`${baseUrl}/api/healthz`, { redirect: "error", signal: AbortSignal.timeout(10_000) })
    .catch((error: Error) => error);
  if (response instanceof Error) {
    const advice = "Check the URL, and whether a proxy or firewall is in between.";
    return [{ name: "network", isGood: false, found: `${baseUrl} does not answer`, advice }];
  }
  const tookMs = Date.now() - before;
  const network = {
    name: "network",
    isGood: response.ok,
    found: `${baseUrl} answers ${response.status} in ${tookMs} ms`,
  };
  const clock = checkClock(response, before + tookMs / 2);
  return [network, clock, ...(await checkAuditLog(svc, baseUrl)), ...(await checkCredential(svc))];
}

/** Webhook signatures and tokens go by the clock. The header has whole seconds. */
function checkClock(response: Response, atMs: number): Check {
  const skewMs = atMs - Date.parse(response.headers.get("date") ?? new Date(atMs).toUTCString());
  const isGood = Math.abs(skewMs) < SKEW_MAX_MS;
  const found = `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs < 0 ? "behind" : "ahead of"} the service`;
  return {
    name: "clock",
    isGood,
    found,
    ...(isGood ? {} : { advice: "Sync the clock, or signatures will be refused." }),
  };
}

/** The log must be the one that this machine has seen, grown at its end alone. */
async function checkAuditLog({ surroundings }: Svc, baseUrl: string): Promise<Check[]> {
  const name = "audit log";
  try {
    const { check } = await openAuditLog(surroundings, baseUrl);
    const sight = await check();
    if (sight === undefined) return [];
    const { size, grownFrom } = sight;
    const since = grownFrom ? `grown from ${grownFrom.size} of ${grownFrom.seenAt}` : "seen for the first time";
    return [{ name, isGood: true, found: `${size} signed entries, ${since}` }];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const advice = error.advice === undefined ? {} : { advice: error.advice };
    return [{ name, isGood: false, found: error.message, ...advice }];
  }
}

async function checkCredential(svc: Svc): Promise<Check[]> {
  try {
    const connection = await svc.connect();
    if (connection.kind === "key") {
      await connection.v1.send({ method: "GET", path: "/v1/rooms", query: { limit: 1 } }, { maxRetries: 0 });
      return [{ name: "key", isGood: true, found: "the API key or token is accepted" }];
    }
    const { user, session, scopes } = await readWhoAmI(connection);
    return [
      { name: "session", isGood: true, found: `${user.email}, until ${session.expiresAt.slice(0, 10)}` },
      { name: "scopes", isGood: true, found: scopes.join(" ") },
    ];
  } catch (error) {
    if (error instanceof Failure) {
      return [{ name: "session", isGood: false, found: error.message, advice: error.advice ?? "Run svc login." }];
    }
    if (error instanceof SvcApiError) {
      const advice = error.status === 401 ? "Run svc login, or set another SVC_API_KEY." : "See the code's page.";
      return [{ name: "session", isGood: false, found: `${error.status} ${error.code}`, advice }];
    }
    throw error;
  }
}
