import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Hint, readHeaders, verifyPasted } from "./verify";

const NOW = 1_781_000_000;
const SECRET = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
const NEXT = "whsec_another";
const BODY = '{"id":"evt_1","title":"議事録 – é","list":[1,2,{"a":null}]}';
const bytes = (text: string) => new TextEncoder().encode(text);

/** Node's own crypto, written from §6. */
function mac(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}
const sign = (secrets: string[], timestamp: number | string, body: string) =>
  `Svc-Webhook-Timestamp: ${timestamp}\nSvc-Webhook-Signature: ${secrets
    .map((secret) => `v1=${mac(secret, `${timestamp}.${body}`)}`)
    .join(",")}`;

const verify = (over: { headers?: string; body?: string; secrets?: string; nowSeconds?: number } = {}) =>
  verifyPasted({
    headers: over.headers ?? sign([SECRET], NOW, BODY),
    body: bytes(over.body ?? BODY),
    secrets: over.secrets ?? SECRET,
    nowSeconds: over.nowSeconds ?? NOW,
  });
const statesOf = async (verdict: ReturnType<typeof verify>) =>
  (await verdict).steps.map(({ name, state }) => `${name} ${state}`);

describe("a valid delivery", () => {
  it("passes every step", async () => {
    const verdict = await verify();
    expect(verdict.isValid).toBe(true);
    expect(verdict.hints).toEqual([]);
    expect(verdict.steps.map(({ state }) => state)).toEqual(["passed", "passed", "passed", "passed", "passed"]);
  });

  it("reports which part matches which secret", async () => {
    const headers = sign([SECRET, NEXT], NOW, BODY);
    const values = async (secrets: string) => (await verify({ headers, secrets })).steps.at(-1)?.values;
    expect(await values(SECRET)).toEqual({ part: 1, secret: 1, parts: 2 });
    expect(await values(NEXT)).toEqual({ part: 2, secret: 1, parts: 2 });
    expect(await values(`whsec_old\n${NEXT}`)).toEqual({ part: 2, secret: 2, parts: 2 });
  });

  it.each([
    [NOW + 300, true],
    [NOW + 301, false],
    [NOW - 300, true],
    [NOW - 301, false],
  ])("checks the clock: %i is %s", async (nowSeconds, isValid) => {
    expect((await verify({ nowSeconds })).isValid).toBe(isValid);
  });
});

describe("missing and malformed headers", () => {
  it("names missing headers, and stops there", async () => {
    const verdict = verify({ headers: "content-type: application/json" });
    expect((await verdict).steps[0]?.values).toMatchObject({ missing: "Svc-Webhook-Timestamp, Svc-Webhook-Signature" });
    expect(await statesOf(verdict)).toEqual([
      "headers failed",
      "timestamp open",
      "window open",
      "signatures open",
      "match open",
    ]);
  });

  it("recognizes a legacy delivery by its header", async () => {
    expect((await verify({ headers: `X-Webhook-Signature: ${mac(SECRET, BODY)}` })).hints).toEqual(["legacy_only"]);
    const both = `${sign([SECRET], NOW, BODY)}\nX-Webhook-Signature: ${mac(SECRET, BODY)}`;
    expect(await verify({ headers: both })).toMatchObject({ isValid: true, hints: [] });
  });

  it("requires a timestamp of digits, in seconds", async () => {
    expect(await statesOf(verify({ headers: sign([SECRET], "soon", BODY) }))).toContain("timestamp failed");
    const inMs = await verify({ headers: sign([SECRET], NOW * 1000, BODY) });
    expect(inMs.hints).toContain("milliseconds");
    expect(inMs.isValid).toBe(false);
  });

  it("requires v1= before the digits", async () => {
    const headers = `Svc-Webhook-Timestamp: ${NOW}\nSvc-Webhook-Signature: ${mac(SECRET, `${NOW}.${BODY}`)}`;
    const verdict = await verify({ headers });
    expect(verdict.isValid).toBe(false);
    expect(verdict.hints).toContain("no_prefix");
  });
});

describe("why nothing matches", () => {
  const value: unknown = JSON.parse(BODY);
  it.each<[string, Parameters<typeof verify>[0], Hint[]]>([
    ["spaces around the body", { body: ` ${BODY}\n` }, ["body_spaces"]],
    ["a final newline that was lost", { headers: sign([SECRET], NOW, `${BODY}\n`) }, ["body_newline_missing"]],
    ["CRLF turned to LF", { headers: sign([SECRET], NOW, "a\r\nb"), body: "a\nb" }, ["body_crlf"]],
    ["LF turned to CRLF", { headers: sign([SECRET], NOW, "a\nb"), body: "a\r\nb" }, ["body_crlf"]],
    ["a byte order mark", { body: `\ufeff${BODY}`, headers: sign([SECRET], NOW, BODY) }, ["body_spaces"]],
    ["JSON written again, with 2 spaces", { body: JSON.stringify(value, null, 2) }, ["body_reserialised"]],
    ["JSON written again, with tabs", { body: JSON.stringify(value, null, "\t") }, ["body_reserialised"]],
    [
      "JSON that was sent pretty, and compacted",
      { headers: sign([SECRET], NOW, JSON.stringify(value, null, 4)) },
      ["body_reserialised"],
    ],
    [
      "escaped by an ASCII writer",
      { body: BODY.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`) },
      ["body_reserialised"],
    ],
    ["spaces around the secret", { secrets: ` ${SECRET} ` }, ["secret_spaces"]],
    ["quotes around the secret", { secrets: `"${SECRET}"` }, ["secret_quotes"]],
    ["the prefix of the secret left out", { secrets: SECRET.slice(6) }, ["secret_prefix"]],
    [
      "upper-case digits",
      { headers: sign([SECRET], NOW, BODY).replace(/v1=(.*)/, (_, hex: string) => `v1=${hex.toUpperCase()}`) },
      ["hex_case"],
    ],
    [
      "the timestamp left out of what is signed",
      { headers: `Svc-Webhook-Timestamp: ${NOW}\nSvc-Webhook-Signature: v1=${mac(SECRET, BODY)}` },
      ["timestamp_missing"],
    ],
    [
      "the timestamp signed in milliseconds",
      { headers: `Svc-Webhook-Timestamp: ${NOW}\nSvc-Webhook-Signature: v1=${mac(SECRET, `${NOW}000.${BODY}`)}` },
      ["timestamp_milliseconds"],
    ],
    [
      "two mistakes at once",
      { secrets: SECRET.slice(6), body: JSON.stringify(value, null, 2) },
      ["secret_prefix", "body_reserialised"],
    ],
    ["another secret", { secrets: "whsec_other" }, ["unknown"]],
    [
      "another secret, while two sign",
      { secrets: "whsec_other", headers: sign([SECRET, NEXT], NOW, BODY) },
      ["rotation_running", "unknown"],
    ],
    ["another body", { body: "{}" }, ["unknown"]],
  ])("%s", async (_, over, hints) => {
    const verdict = await verify(over);
    expect(verdict.isValid).toBe(false);
    expect(verdict.hints).toEqual(hints);
  });

  it("does not reject a signature that it cannot check", async () => {
    const verdict = await verify({ secrets: " " });
    expect(verdict.steps.at(-1)?.state).toBe("open");
    expect(verdict.hints).toEqual([]);
  });
});

describe("copied headers", () => {
  const expected = [
    ["svc-webhook-timestamp", "1"],
    ["svc-webhook-signature", "v1=ab,v1=cd"],
  ];
  it.each([
    ["lines", "POST /hook HTTP/1.1\r\nSvc-Webhook-Timestamp: 1\r\nsvc-webhook-signature:v1=ab,v1=cd \r\n"],
    ["curl", `curl x \\\n  -H 'Svc-Webhook-Timestamp: 1' \\\n  -H "Svc-Webhook-Signature: v1=ab,v1=cd"`],
    ["JSON", '{"svc-webhook-timestamp": 1, "Svc-Webhook-Signature": "v1=ab,v1=cd"}'],
    ["a logged object", `'svc-webhook-timestamp': 1\n"svc-webhook-signature": v1=ab,v1=cd`],
  ])("%s", (_, text) => {
    const headers = readHeaders(text);
    expect(expected.map(([name]) => [name, headers.get(name ?? "")])).toEqual(expected);
  });
});
