import { sign } from "@/lib/webhooks/signing/verify";

export interface Sample {
  headers: Readonly<Record<string, string>>;
  body: string;
}

export async function makeExample({
  headers,
  body,
}: Sample): Promise<{ headers: string; body: string; secrets: string }> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const secret = `whsec_${btoa(String.fromCharCode(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "")}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signed = {
    ...headers,
    "Svc-Webhook-Timestamp": timestamp,
    "Svc-Webhook-Signature": await sign(secret, timestamp, new TextEncoder().encode(body)),
  };
  return {
    headers: Object.entries(signed)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    body,
    secrets: secret,
  };
}
