import { backgroundHealth } from "../platform/background";
import { checkParts } from "./check-parts";
import { isStopping } from "./listen";

export function answerLiveness(): Response {
  return answerJson(200, { status: "ok" });
}

export async function answerReadiness(): Promise<Response> {
  const checks = { ...(await checkParts()), ...(isStopping() ? { process: "stopping" } : {}) };
  const { code, body } = describeReadiness(checks, backgroundHealth().isStandingIn);
  return answerJson(code, body);
}

const PROBES = new Map<string, () => Response | Promise<Response>>([
  ["/api/healthz", answerLiveness],
  ["/api/readyz", answerReadiness],
]);

export const findProbe = (path: string) => PROBES.get(path);

export function answerJson(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

interface Readiness {
  code: 200 | 503;
  body: { status: "ok" | "degraded" | "not ready"; checks: Record<string, string> };
}

/**
 * A silent Inngest does not take the process out of service: requests are answered, and Inngest must reach us to
 * recover.
 */
export function describeReadiness(checks: Readonly<Record<string, string>>, isStandingIn: boolean): Readiness {
  const isReady = Object.values(checks).every((result) => result === "ok");
  const background = isStandingIn ? "Inngest does not run the functions; this process runs them" : "ok";
  const status = isStandingIn ? "degraded" : "ok";
  return {
    code: isReady ? 200 : 503,
    body: { status: isReady ? status : "not ready", checks: { ...checks, background } },
  };
}
