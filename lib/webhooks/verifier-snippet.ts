import { WEBHOOK_REPLAY_WINDOW_SECONDS } from "../platform/limits";

/** The steps of §6 for a receiver in Node, ready to copy. During a rotation both secrets are accepted. */
export function writeVerifier({ isRotating }: { isRotating: boolean }): string {
  const names = isRotating ? ["SVC_WEBHOOK_SECRET", "SVC_WEBHOOK_SECRET_NEXT"] : ["SVC_WEBHOOK_SECRET"];
  return `import { createHmac, timingSafeEqual } from "node:crypto";

const SECRETS = [${names.map((name) => `process.env.${name}`).join(", ")}];

/** rawBody: the bytes as they came, not JSON that was parsed and written again. */
export function isFromSvc(rawBody, headers) {
  const timestamp = headers["svc-webhook-timestamp"] ?? "";
  const isNow = /^\\d+$/.test(timestamp) && Math.abs(Date.now() / 1000 - timestamp) <= ${WEBHOOK_REPLAY_WINDOW_SECONDS};
  if (!isNow) return false;
  const parts = (headers["svc-webhook-signature"] ?? "").split(",").map((part) => Buffer.from(part.trim()));
  return SECRETS.some((secret) => {
    const mac = createHmac("sha256", secret).update(timestamp + ".").update(rawBody).digest("hex");
    const expected = Buffer.from("v1=" + mac);
    return parts.some((part) => part.length === expected.length && timingSafeEqual(part, expected));
  });
}`;
}
