import { expect, it } from "vitest";
import { buildSampleHeaders, buildSamplePayload } from "@/lib/webhooks/settings/sample";
import { readHeaders, verifyPasted } from "@/lib/webhooks/signing/verify";
import { makeExample } from "./make-example";

const body = buildSamplePayload("task.created", "2026-06-09");
const example = await makeExample({ headers: buildSampleHeaders("task.created"), body });

it("verifies, step by step", async () => {
  const { headers, secrets } = example;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const verdict = await verifyPasted({ headers, body: new TextEncoder().encode(example.body), secrets, nowSeconds });
  expect(verdict).toMatchObject({ isValid: true, hints: [] });
  expect(secrets).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
});

it("carries each header of a real delivery, and they name what the body names", () => {
  const { id } = JSON.parse(body) as { id: string };
  expect(Object.fromEntries(readHeaders(example.headers))).toEqual({
    "content-type": "application/json",
    "user-agent": "Svc-Webhook/2.0",
    "svc-webhook-id": id,
    "svc-webhook-delivery": expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    "svc-webhook-timestamp": expect.stringMatching(/^\d{10}$/),
    "svc-webhook-signature": expect.stringMatching(/^v1=[0-9a-f]{64}$/),
    "svc-webhook-type": "task.created",
    "svc-webhook-api-version": "2026-06-09",
  });
});

it("has a secret of its own each time", async () => {
  const again = await makeExample({ headers: {}, body });
  expect(again.secrets).not.toBe(example.secrets);
});
