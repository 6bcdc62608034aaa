import type { AttemptDetail } from "../delivery/delivery";

type SentRequest = Pick<AttemptDetail, "url" | "payload" | "requestHeaders">;

const LOCAL_URL = "http://localhost:3001/hook";

/** The command signs again, because the original signature is too old to be accepted. */
const SIGNED_AGAIN = new Set([
  "svc-webhook-timestamp",
  "svc-webhook-signature",
  "webhook-timestamp",
  "webhook-signature",
  "x-webhook-signature",
]);

/** Nothing is special inside single quotes of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function signStandard({ "webhook-id": id, "webhook-signature": signature }: SentRequest["requestHeaders"]) {
  if (id === undefined || signature === undefined) return { commands: [], headers: [] };
  const text = `printf '%s.%s.%s' ${quote(id)} "$TIMESTAMP" "$BODY"`;
  return {
    commands: [`STANDARD=$(${text} | openssl dgst -sha256 -hmac "$SVC_WEBHOOK_SECRET" -binary | base64)`],
    headers: [`  -H "webhook-timestamp: $TIMESTAMP" \\`, `  -H "webhook-signature: v1,$STANDARD" \\`],
  };
}

export function writeCurl({ url, payload, requestHeaders }: SentRequest): string {
  const kept = Object.entries(requestHeaders).filter(([name]) => !SIGNED_AGAIN.has(name.toLowerCase()));
  const headers = kept.map(([name, value]) => `  -H ${quote(`${name}: ${value}`)} \\`);
  const standard = signStandard(requestHeaders);
  return [
    `BODY=${quote(payload)}`,
    "TIMESTAMP=$(date +%s)",
    `SIGNATURE=$(printf '%s.%s' "$TIMESTAMP" "$BODY" | openssl dgst -sha256 -hmac "$SVC_WEBHOOK_SECRET" -r | cut -d' ' -f1)`,
    ...standard.commands,
    `curl ${quote(url ?? LOCAL_URL)} \\`,
    ...headers,
    `  -H "Svc-Webhook-Timestamp: $TIMESTAMP" \\`,
    `  -H "Svc-Webhook-Signature: v1=$SIGNATURE" \\`,
    ...standard.headers,
    `  --data-binary "$BODY"`,
  ].join("\n");
}
