import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { askEndpoint, bearer, errorOf, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { REGISTRY } from "../docs/surface/registry";
import { REQUEST_BODY_MAX_BYTES } from "../platform/limits";
import type { Endpoint } from "./endpoint";
import { createKernel } from "./kernel";

const { world, createScene } = useEndpointScenes();
const kernel = createKernel(REGISTRY);
const createRecord = REGISTRY.find(({ operationId }) => operationId === "createRecord") as Endpoint;

const escapeAll = (text: string) => text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

test("a body that is too large only because it is escaped is told so", async () => {
  const { params, token } = await createScene();
  const plain = JSON.stringify({ title: "議事録", content: "議".repeat(200_000) });
  const body = escapeAll(plain);
  const answer = await askEndpoint(createRecord, params, bearer(token), { body });
  expect(outcome(answer)).toEqual([413, "validation_error"]);
  const unescapedSize = Buffer.byteLength(plain);
  expect(errorOf(answer).details).toEqual({
    limit: REQUEST_BODY_MAX_BYTES,
    unit: "bytes",
    size: body.length,
    unescapedSize,
  });
  expect(errorOf(answer).message).toContain(
    `has ${body.length} bytes, and ${REQUEST_BODY_MAX_BYTES} are allowed. Without its \\u escapes it would have ${unescapedSize}`,
  );
  expect(outcome(await askEndpoint(createRecord, params, bearer(token), { body: plain }))).toEqual([201, "ok"]);
});

test("a body that is too large without its escapes too is refused as soon as that is known", async () => {
  const { params, token } = await createScene();
  let sent = 0;
  async function* endless() {
    for (;;) {
      sent += 1;
      yield await Promise.resolve(Buffer.from("\\u8b70x".repeat(10_000)));
    }
  }
  const answer = await kernel({
    method: "POST",
    target: `/v1/rooms/${params["roomId"]}/records`,
    header: (name) => bearer(token)[name as "authorization"] ?? null,
    headersBytes: 100,
    address: "192.0.2.7",
    body: Readable.from(endless()),
  });
  expect(outcome(answer)).toEqual([413, "validation_error"]);
  expect(errorOf(answer).details).toEqual({ limit: REQUEST_BODY_MAX_BYTES, unit: "bytes" });
  // 4 of 7 bytes are left without escapes: less than twice the limit was read.
  expect(sent * 70_000).toBeLessThan(2 * REQUEST_BODY_MAX_BYTES);
});

test("takes the last of two members with one name, as the description says", async () => {
  const { params, token } = await createScene();
  const answer = await askEndpoint(createRecord, params, bearer(token), { body: '{"title":"First","title":"Last"}' });
  expect(JSON.parse(answer.body ?? "")).toMatchObject({ title: "Last" });
});

test("X-Api-Key takes API keys only; Authorization takes both", async () => {
  const { token, organizationId, billingEntityId } = await createScene();
  const { key } = await world.apiKey({ organizationId, billingEntityId });
  const ask = (headers: Record<string, string>) =>
    kernel({
      method: "GET",
      target: "/v1/rooms",
      header: (name) => headers[name] ?? null,
      headersBytes: 100,
      address: "192.0.2.7",
      body: null,
    });
  for (const headers of [{ "x-api-key": token }, { "x-api-key": token, ...bearer(token) }]) {
    const answer = await ask(headers);
    expect(outcome(answer)).toEqual([401, "unauthenticated"]);
    expect(errorOf(answer).message).toContain("Authorization: Bearer");
  }
  for (const headers of [{ "x-api-key": key }, bearer(key), { "x-api-key": key, ...bearer(key) }, bearer(token)]) {
    expect((await ask(headers)).status).toBe(200);
  }
});
