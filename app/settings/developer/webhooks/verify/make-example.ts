/** A delivery as it could come, signed in the browser with a secret made for the moment. */
export async function makeExample(): Promise<{ headers: string; body: string; secrets: string }> {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const secret = `whsec_${btoa(String.fromCharCode(...random))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "")}`;
  const timestamp = Math.floor(Date.now() / 1000);
  const body = `{"id":"evt_Zm9yIHRoZSBzYW1wbGVz0g","type":"task.created","apiVersion":"2026-06-09","createdAt":"${new Date(timestamp * 1000).toISOString()}","organizationId":"org_01jx8w6a00k9msv3p4y8j2w7hn","roomId":"room_01jx8w6a00b2qfc7t9d5x1g6rk","data":{"object":{"id":"task_01jx8w6a00a7hry4e6z2m9t3jg","type":"task"}}}`;
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", text.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, text.encode(`${timestamp}.${body}`)));
  const hex = [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return {
    headers: `Svc-Webhook-Id: evt_Zm9yIHRoZSBzYW1wbGVz0g\nSvc-Webhook-Timestamp: ${timestamp}\nSvc-Webhook-Signature: v1=${hex}`,
    body,
    secrets: secret,
  };
}
