import { backgroundHealth } from "../platform/background";
import { isStopping } from "../platform/stopping";
import { checkParts } from "./check-parts";
import { describeReadiness } from "./readiness";

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
