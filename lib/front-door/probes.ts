import { checkReadiness } from "./check-readiness";

/** Liveness and readiness, for what starts and stops processes. Every role answers them. */
const PROBES = new Map<string, () => Response | Promise<Response>>([
  ["/api/healthz", () => answerJson(200, { status: "ok" })],
  [
    "/api/readyz",
    async () => {
      const { code, body } = await checkReadiness();
      return answerJson(code, body);
    },
  ],
]);

export const findProbe = (path: string) => PROBES.get(path);

export function answerJson(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
