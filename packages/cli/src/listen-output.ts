import type { HookResponse } from "./post-hook";
import { clean, type Output } from "./print";
import { spellForStandardWebhooks } from "./webhook-signing";
import { judgeDelivery } from "./webhook-verdict";

export const V1 = "2025-10-23";
/** The response where the command is the receiver. */
export const RECEIVED: HookResponse = { statusCode: 204, error: null, preview: "", date: null, durationMs: 0 };

export interface Listener {
  id: string;
  secret: string;
  roomId: string;
  roomName: string;
  apiVersion: string;
  /** Absent: of a service that does not know them. */
  standardHeaders?: boolean;
  isResumed: boolean;
  held: number;
}

export interface DeliveryRequest {
  deliveryId: string;
  attempt: number;
  headers: Record<string, string>;
  body: string;
}

export function greet(output: Output, listener: Listener, target: URL | null): void {
  const { roomName, secret, held, isResumed, standardHeaders } = listener;
  const place = target ? `, forwarding to ${target.href}` : "";
  output.error(`Listening to ${clean(roomName)}${place}. Ctrl+C stops.`);
  output.error(`Signing secret: ${secret}${isResumed ? " (as before)" : ""}`);
  if (standardHeaders) output.error(`For Standard Webhooks: ${spellForStandardWebhooks(secret)}`);
  if (held > 0) output.error(`${held} held event${held === 1 ? "" : "s"} come first.`);
}

/** One line an event. `response`: null without a receiver; the command checks the signature itself then. */
export function printDelivery(
  output: Output,
  delivery: DeliveryRequest,
  response: HookResponse | null,
  { listener, isPrinting }: { listener: Listener; isPrinting: boolean },
): void {
  const { headers, attempt, deliveryId, body } = delivery;
  const type = headers["Svc-Webhook-Type"] ?? "";
  const { statusCode, error, durationMs } = response ?? RECEIVED;
  const isGood = statusCode !== null && statusCode >= 200 && statusCode < 300;
  const verdict = response ? String(statusCode ?? error) : verify(delivery, listener);
  const item = { at: new Date().toISOString(), type, deliveryId, attempt, statusCode, error, durationMs };
  output.item(isPrinting ? { ...item, body } : item, () => {
    const line = [
      item.at.slice(11, 19),
      type.padEnd(24),
      output.paint(isGood ? "good" : "bad", verdict),
      `${durationMs} ms`,
    ];
    const again = attempt > 1 ? [output.paint("faint", `attempt ${attempt}`)] : [];
    return [...line, ...again].join("  ") + (isPrinting ? `\n${body}` : "");
  });
}

/** Deliveries of the old version carry other signatures. */
function verify({ headers, body }: DeliveryRequest, { apiVersion, secret }: Listener): string {
  if (apiVersion === V1) return "printed";
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const { isValid, reason } = judgeDelivery(given, body, [secret], Date.now() / 1000);
  return isValid ? "signature verified" : `not verified: ${reason}`;
}
