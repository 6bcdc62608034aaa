import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { HOSTILE_BYTES } from "../../e2e/support/attacks/hostile-inputs";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { IS_NIGHT } from "../../e2e/support/scenes/night";
import { createKernel } from "../api/kernel";
import { REGISTRY } from "../docs/surface/registry";
import { shared } from "../platform/shared";
import type { BurstBackend } from "../usage/burst";

const REQUESTS = IS_NIGHT ? 10_000 : 1_000;
const AT_ONCE = 50;

const { database, world, createScene } = useEndpointScenes();
const kernel = createKernel(REGISTRY);

const random = () => randomBytes(24).toString("base64url").replaceAll(/[-_]/g, "x");

const FORMS: readonly ((text: string) => string)[] = [
  (text) => `svc_live_${text}`,
  (text) => `svc_at_${text}`,
  (text) => `whsec_${text}`,
  (text) => `ghp_${text}`,
  (text) => `eyJhbGciOiJIUzI1NiJ9.${text}.${text}`,
  (text) => `password=${text}`,
  (text) => `https://user:${text}@host.test/`,
  (text) => text,
];
const HOSTILE = Object.values(HOSTILE_BYTES).map((bytes) => bytes.toString("latin1").slice(0, 500));

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

test(`stores no secret from ${REQUESTS} hostile requests`, async () => {
  const allowing: BurstBackend = {
    take: (axes) => Promise.resolve({ allowed: true, used: axes.map(() => 1) }),
    isReady: () => Promise.resolve(true),
  };
  shared("burst-backend", () => allowing);
  const scene = await createScene();
  await database.query("UPDATE billing_entities SET plan = 'UNLIMITED'");
  const expired = await world.apiKey({
    organizationId: scene.organizationId,
    billingEntityId: scene.billingEntityId,
    expiresAt: new Date("2026-01-01T00:00:00Z"),
  });
  const texts: string[] = [scene.token, expired.key];

  async function send(n: number): Promise<void> {
    const text = random();
    texts.push(text);
    const secret = pick(FORMS, n)(text);
    const junk = pick(HOSTILE, n);
    const endpoint = pick(REGISTRY, n);
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      n % 3 === 0 ? encodeURIComponent(secret) : (scene.params[name] ?? "x"),
    );
    const target = `${path}?${encodeURIComponent(secret)}=1&cursor=${encodeURIComponent(secret + junk)}&limit=${encodeURIComponent(junk)}`;
    const headers: Record<string, string> = {
      authorization: `Bearer ${n % 5 === 0 ? expired.key : scene.token}`,
      cookie: `session=${secret}`,
      "user-agent": `client/1.2 ${secret} (${secret}) ${secret}/1.0x ${junk}`,
      "idempotency-key": secret,
      "x-forwarded-for": secret,
      referer: `https://host.test/?${secret}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify({ [secret]: junk, title: secret, body: n % 2 === 0 ? secret : 7, version: secret });
    const answer = await kernel({
      method: endpoint.method,
      target,
      header: (name) => headers[name] ?? null,
      headersBytes: 900,
      address: n % 4 === 0 ? secret : `198.51.100.${n % 250}`,
      body: endpoint.method === "GET" ? null : Readable.from([Buffer.from(body)]),
    });
    expect(answer.status).toBeLessThan(500);
  }

  for (let n = 0; n < REQUESTS; n += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(n + index)));

  const rows = await database.query<{ kept: string }>("SELECT d::text AS kept FROM request_details d");
  expect(rows).toHaveLength(REQUESTS);
  const kept = rows.map((row) => row.kept).join("\n");
  expect(texts.filter((text) => kept.includes(text))).toEqual([]);
  // Nobody's full address is stored.
  expect(kept).toContain("198.51.100.0/24");
  expect(kept).not.toMatch(/198\.51\.100\.[1-9]/);
  expect(kept).toContain("client/1.2");
});
