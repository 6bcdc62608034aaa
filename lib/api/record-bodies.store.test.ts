import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { openKey } from "../api-keys/queries";
import { startRecording, stopRecording } from "../api-keys/start-recording";
import { REGISTRY } from "../docs/surface/registry";
import { shared } from "../platform/shared";
import { openRequests } from "../requests/open-viewer";
import { explainRequest } from "../requests/why";
import type { BurstBackend } from "../usage/burst";
import { createKernel } from "./kernel";
import type { ApiRequest } from "./request";

const { database, world, createScene } = useEndpointScenes();
const kernel = createKernel(REGISTRY);

async function createRecorded() {
  const scene = await createScene();
  const manager = await world.user();
  await world.join(scene.organizationId, manager.id, 30);
  const { organizationId, billingEntityId } = scene;
  const { id, key } = await world.apiKey({ organizationId, billingEntityId });
  const open = () => openKey(manager.id, id);
  return { scene, key, id, open, viewer: () => openRequests(manager.id) };
}

function send(method: string, target: string, key: string, body: string | null = null, more: object = {}) {
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, ...more };
  const request: ApiRequest = {
    method,
    target,
    header: (name) => headers[name] ?? null,
    headersBytes: 300,
    address: "198.51.100.7",
    body: body === null ? null : Readable.from([Buffer.from(body)]),
  };
  return kernel(request);
}

const bodies = () => database.query<{ kept: string }>("SELECT b::text AS kept FROM recorded_bodies b");

test("bodies are kept while a key is recorded, shown to those who see the request, and deleted on demand", async () => {
  const { scene, key, open, viewer } = await createRecorded();
  const messages = `/v1/rooms/${scene.params["roomId"]}/messages`;
  await send("GET", messages, key);
  expect(await bodies()).toEqual([]);
  await startRecording(await open());
  const listed = await send("GET", messages, key);
  const refused = await send("POST", messages, key, '{"body":"Hi","extra":1}');
  const idOf = ({ headers }: typeof listed) => headers["x-request-id"] ?? "";
  const read = await explainRequest(await viewer(), idOf(listed));
  expect([read.bodies?.request, Object.keys(JSON.parse(read.bodies?.response ?? ""))]).toEqual([
    null,
    Object.keys(JSON.parse(listed.body ?? "")),
  ]);
  const write = await explainRequest(await viewer(), idOf(refused));
  expect(JSON.parse(write.bodies?.request ?? "")).toEqual({ body: "Hi", "[not declared]": 1 });
  expect(JSON.parse(write.bodies?.response ?? "")).toMatchObject({ error: { code: "forbidden" } });
  const stranger = await openRequests((await createScene()).userId);
  await expect(explainRequest(stranger, idOf(refused))).rejects.toMatchObject({ code: "not_found" });

  await stopRecording(await open(), { deletes: false });
  await send("GET", messages, key);
  expect(await bodies()).toHaveLength(2);
  await stopRecording(await open(), { deletes: true });
  expect(await bodies()).toEqual([]);
  expect((await explainRequest(await viewer(), idOf(refused))).bodies).toBeNull();
});

test("requests under way when the recording is deleted leave no body, and an hour ends it", async () => {
  const { key, id, open } = await createRecorded();
  await startRecording(await open());
  const access = await open();
  const sent = Array.from({ length: 40 }, () => send("GET", "/v1/organizations", key));
  await Promise.all([...sent.slice(0, 20), stopRecording(access, { deletes: true }), ...sent.slice(20)]);
  expect(await bodies()).toEqual([]);
  await database.query("UPDATE api_keys SET recorded_until = now() - interval '2 hours' WHERE id = $1", [id]);
  await send("GET", "/v1/organizations", key);
  expect([await bodies(), (await open()).key.recordedUntil]).toEqual([[], null]);
});

const FORMS: readonly ((text: string) => string)[] = [
  (text) => `svc_live_${text}`,
  (text) => `SVC_AT_${text}`,
  (text) => `x svc_ac_${text}.`,
  (text) => `whsec_${text}`,
  (text) => `ghp_${text}`,
  (text) => `eyJhbGciOiJIUzI1NiJ9.${text}.${text}`,
  (text) => `password=${text}`,
  (text) => `{"client_secret": "${text}"}`,
  (text) => `Authorization: Basic ${text}`,
  (text) => `https://user:${text}@host.test/`,
  (text) => `https://host.test/?api_key=${text}`,
];

test("hostile bodies with secrets in odd places: none is kept", async () => {
  const allowing: BurstBackend = {
    take: (axes) => Promise.resolve({ allowed: true, used: axes.map(() => 1) }),
    isReady: () => Promise.resolve(true),
  };
  shared("burst-backend", () => allowing);
  const { scene, key, open } = await createRecorded();
  await startRecording(await open());
  const texts = [key];
  const fresh = () => {
    const text = randomBytes(24).toString("base64url").replaceAll(/[-_]/g, "x");
    texts.push(text);
    return text;
  };
  const writes = REGISTRY.filter(({ method }) => method !== "GET");
  for (const form of FORMS)
    await Promise.all(
      writes.flatMap(({ method, path }) => {
        const masked = form(fresh());
        const plain = fresh();
        const odd = [
          JSON.stringify({ title: masked, body: masked, content: masked, fileName: masked, status: masked }),
          JSON.stringify({ [plain]: 1, title: { [plain]: plain }, body: [plain], version: plain, size: plain }),
          JSON.stringify({ title: `${"y".repeat(495)}${masked}`, body: "z", nested: { deep: [{ [masked]: plain }] } }),
          JSON.stringify([plain, { [masked]: masked }]),
          JSON.stringify(plain),
          `{"title": "${plain}`,
          `{"tit\\u006ce": ${JSON.stringify(masked)}, "__proto__": {"body": "${plain}"}}`,
        ];
        const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => scene.params[name] ?? "x");
        const headers = { cookie: plain, "user-agent": masked, "idempotency-key": plain, "x-other": plain };
        return odd.map((body) => send(method, `${target}?q=${plain}`, key, body, headers));
      }),
    );
  await send(
    "POST",
    `/v1/rooms/${scene.params["roomId"]}/messages`,
    key,
    JSON.stringify({ body: fresh().repeat(9_000) }),
  );
  await send("POST", "/v1/nothing", key, fresh());
  const kept = (await bodies()).map((row) => row.kept).join("\n");
  expect(kept).toContain("[redacted]");
  expect(kept).toContain("[not declared]");
  expect(texts.filter((text) => kept.includes(text))).toEqual([]);
});
