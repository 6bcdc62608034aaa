import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";
import { maskEverySecret, maskHeader, maskSecrets } from "./mask-secrets";

const SECRET = "aB3-_".repeat(8);

test.each([
  [`svc_live_${SECRET}`, "svc_live_[redacted]"],
  [`curl/8 (key=svc_test_${SECRET})`, "curl/8 (key=svc_test_[redacted])"],
  // An underscore is a word character, so there is no word boundary behind it.
  [`my_svc_at_${SECRET}`, "my_svc_at_[redacted]"],
  [`whsec_${SECRET}`, "whsec_[redacted]"],
  [`Authorization: Bearer ${SECRET}`, "Authorization: Bearer [redacted]"],
  ["postgresql://svc:hunter2@db/svc", "postgresql://svc:[redacted]@db/svc"],
  [
    "http://a:b@c and ftp://one:two:three@x, http://host:80/p a@b",
    "http://a:[redacted]@c and ftp://one:[redacted]@x, http://host:80/p a@b",
  ],
  ["http://host/a:b@c", "http://host/a:b@c"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0 (X11; Linux x86_64)"],
])("%s is kept as %s", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
  expect(maskHeader(text)).toBe(masked);
});

test("a header is cut after it is masked, so that no half of a secret stays readable", () => {
  const text = `${"x".repeat(490)} svc_live_${SECRET}`;
  expect(maskHeader(text)).toBe(`${"x".repeat(490)} svc_live_[redacted]`.slice(0, 512));
  expect(maskHeader(null)).toBeNull();
});

test.each([
  ["password: hunter2, next", "password: [redacted], next"],
  [`{"api_key":"abc","x":1}`, `{"api_key":"[redacted]","x":1}`],
  ["session = token: abc def", "session = token: [redacted] def"],
  ["token=", "token="],
  ["a eyJhbGciOi.eyJzdWIi.c2ln b", "a [redacted] b"],
  ["-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY----- rest", "[redacted] rest"],
  ["see ghp_0123456789ab", "see [redacted]"],
])("%s is recorded as %s", (text, masked) => {
  expect(maskEverySecret(text)).toBe(masked);
});

/** Patterns that read the rest of the text again from each place would need hours for these. */
const LENGTH = 1_000_000;
const REPEATED = [
  "a",
  " ",
  "\t",
  "x://y:",
  "://a",
  "-eyJaaaaa",
  "token",
  "token = ",
  "bearer ",
  "-----BEGIN PRIVATE KEY",
  "@",
];

test.each(REPEATED)("reads a text of nothing but %j once", (part) => {
  const text = part.repeat(Math.ceil(LENGTH / part.length));
  const context = createContext({ maskEverySecret, maskHeader, text });
  const run = (code: string): unknown => runInContext(code, context, { timeout: 120_000 });
  expect(run("maskEverySecret(text)")).toEqual(expect.any(String));
  expect(run("maskHeader(text)")).toHaveLength(512);
});
