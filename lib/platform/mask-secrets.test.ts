import { expect, test } from "vitest";
import { keepHeader, maskSecrets } from "./mask-secrets";

const SECRET = "aB3-_".repeat(8);

test.each([
  [`svc_live_${SECRET}`, "svc_live_[redacted]"],
  [`curl/8 (key=svc_test_${SECRET})`, "curl/8 (key=svc_test_[redacted])"],
  // An underscore before it is no boundary of a word.
  [`my_svc_at_${SECRET}`, "my_svc_at_[redacted]"],
  [`whsec_${SECRET}`, "whsec_[redacted]"],
  [`Authorization: Bearer ${SECRET}`, "Authorization: Bearer [redacted]"],
  ["postgresql://svc:hunter2@db/svc", "postgresql://svc:[redacted]@db/svc"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "Mozilla/5.0 (X11; Linux x86_64)"],
])("%s is kept as %s", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
  expect(keepHeader(text)).toBe(masked);
});

test("a header is cut after it is masked, so that no half of a secret stays readable", () => {
  const text = `${"x".repeat(490)} svc_live_${SECRET}`;
  expect(keepHeader(text)).toBe(`${"x".repeat(490)} svc_live_[redacted]`.slice(0, 512));
  expect(keepHeader(null)).toBeNull();
});
