import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { writeSignatureHeader } from "./signature";
import { writeVerifier } from "./verifier-snippet";

type IsFromSvc = (rawBody: Uint8Array, headers: Record<string, string>) => boolean;

async function load(isRotating: boolean): Promise<IsFromSvc> {
  const source = writeVerifier("js", { isRotating });
  const url = `data:text/javascript,${encodeURIComponent(source)}//${isRotating}`;
  return ((await import(/* @vite-ignore */ url)) as { isFromSvc: IsFromSvc }).isFromSvc;
}

const body = Buffer.from('{"title":"議事録"}');
const at = () => Math.floor(Date.now() / 1000);
const sign = (secrets: string[], timestamp: number) => ({
  "svc-webhook-timestamp": String(timestamp),
  "svc-webhook-signature": writeSignatureHeader(secrets, timestamp, body),
});

describe("the copied snippet", () => {
  beforeEach(() => {
    vi.stubEnv("SVC_WEBHOOK_SECRET", "whsec_one");
    vi.stubEnv("SVC_WEBHOOK_SECRET_NEXT", "whsec_two");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("accepts only current signatures", async () => {
    const isFromSvc = await load(false);
    expect(isFromSvc(body, sign(["whsec_one"], at()))).toBe(true);
    expect(isFromSvc(body, sign(["whsec_one", "whsec_two"], at()))).toBe(true);
    expect(isFromSvc(body, sign(["whsec_other"], at()))).toBe(false);
    expect(isFromSvc(Buffer.from("{}"), sign(["whsec_one"], at()))).toBe(false);
    expect(isFromSvc(body, sign(["whsec_one"], at() - 400))).toBe(false);
    expect(isFromSvc(body, { ...sign(["whsec_one"], at()), "svc-webhook-timestamp": "soon" })).toBe(false);
    expect(isFromSvc(body, {})).toBe(false);
  });

  it("accepts both secrets during a rotation", async () => {
    const isFromSvc = await load(true);
    expect(isFromSvc(body, sign(["whsec_one"], at()))).toBe(true);
    expect(isFromSvc(body, sign(["whsec_two"], at()))).toBe(true);
    expect(isFromSvc(body, sign(["whsec_three"], at()))).toBe(false);
  });

  it.each([[""], [undefined]])("takes no variable that is %j for a secret", async (value) => {
    vi.stubEnv("SVC_WEBHOOK_SECRET", value);
    vi.stubEnv("SVC_WEBHOOK_SECRET_NEXT", "");
    const source = `${writeVerifier("js", { isRotating: true })}//${value}`;
    const url = `data:text/javascript,${encodeURIComponent(source)}`;
    const { isFromSvc } = (await import(/* @vite-ignore */ url)) as { isFromSvc: IsFromSvc };
    expect(isFromSvc(body, sign([""], at()))).toBe(false);
  });
});
