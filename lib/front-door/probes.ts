import { checkReadiness } from "./check-readiness";

/** Liveness: this process responds. */
export function answerLiveness(): Response {
  return answerJson(200, { status: "ok" });
}

/** Readiness: everything that a request needs is available. */
export async function answerReadiness(): Promise<Response> {
  const { code, body } = await checkReadiness();
  return answerJson(code, body);
}

/** For what starts and stops processes. Every role answers them. */
const PROBES = new Map<string, () => Response | Promise<Response>>([
  ["/api/healthz", answerLiveness],
  ["/api/readyz", answerReadiness],
]);

export const findProbe = (path: string) => PROBES.get(path);

export function answerJson(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
