import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { newId } from "../../lib/platform/ids";
import { openConnection } from "../support/attacks/raw-http";
import { useDemo } from "../support/scenes/demo";
import { eventually } from "../support/scenes/eventually";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { createWorld, type World } from "../support/scenes/world";

/** The three steps of an upload, and the download, at both doors. */
const demo = useDemo();
const filesDir = join(dirname(inject("manifestFile")), "files");
let database: ConnectedDatabase;
let world: World;

beforeAll(async () => {
  database = connectDatabase(demo.databaseUrl);
  world = createWorld(database);
});
afterAll(() => database.close());

interface Scene {
  token: string;
  agent: string;
  key: string;
  room: string;
  messageId: string;
}
async function createScene(): Promise<Scene> {
  const organization = await world.organization({ seats: 50 });
  const { billingEntityId } = organization;
  const user = await world.user();
  await world.join(organization.id, user.id);
  const { id: roomId } = await world.room({ organizationId: organization.id, billingEntityId });
  await world.enter(roomId, user.id);
  const messageId = newId("msg");
  await database.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'M', now(), now())",
    [messageId, roomId, user.id],
  );
  const grant = { userId: user.id, billingEntityId, audience: `${demo.baseUrl}/v1` };
  const { token } = await world.accessToken(grant);
  const { token: agent } = await world.accessToken({ ...grant, actorType: "AGENT" });
  const { key } = await world.apiKey({
    organizationId: organization.id,
    billingEntityId,
    scopes: ["files:read", "files:write"],
  });
  return { token, agent, key, room: `/v1/rooms/${roomId}`, messageId };
}

const BYTES = randomBytes(300_000);
const TYPE = "text/html";
/** Uploads of other test files pass through it, too. */
const listIncoming = () => readdirSync(join(filesDir, "incoming"));

/** Scripts may read these without a word of ours, or have no use for them. */
const UNEXPOSED = ["cache-control", "content-length", "content-security-policy", "content-type"].concat(
  ["cross-origin-resource-policy", "x-content-type-options", "vary"],
  ["connection", "content-encoding", "date", "keep-alive", "transfer-encoding"],
);

const DOORS = [
  ["the front door", demo.baseUrl],
  ["Next's own door", inject("nextDoorUrl")],
] as const;

describe.each(DOORS)("%s", (door, baseUrl) => {
  /** Next sends a stream in chunks, without a length. */
  const lengthOf = (bytes: number) => (door === "the front door" ? String(bytes) : null);
  async function ask(token: string, method: string, path: string, body?: unknown) {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: await response.json() };
  }
  const begin = (scene: Scene, changes: object = {}, token = scene.token) =>
    ask(token, "POST", `${scene.room}/files`, {
      fileName: "a.html",
      size: BYTES.length,
      mimeType: TYPE,
      messageId: scene.messageId,
      ...changes,
    });
  /** Signed URLs carry the service's own address; this door has another. */
  const here = (url: string) => url.replace(new URL(url).origin, baseUrl);
  const put = (url: string, body: BodyInit, headers: Record<string, string> = { "content-type": TYPE }) =>
    fetch(here(url), {
      method: "PUT",
      headers,
      body,
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    });
  const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(here(url), { headers, method });

  async function upload(scene: Scene, changes: object = {}): Promise<string> {
    const { json } = await begin(scene, changes);
    expect((await put(json.uploadUrl, BYTES)).status).toBe(200);
    expect((await ask(scene.token, "POST", `${scene.room}/files/${json.fileId}/complete`)).status).toBe(201);
    return json.fileId;
  }

  test("begin, PUT, complete, list, download; the bytes are the same", async () => {
    const scene = await createScene();
    const checksum = createHash("sha256").update(BYTES).digest("hex");
    const fileName = `議事録 "><script>'(*).html`;
    const begun = await begin(scene, { checksum, fileName });
    expect([begun.status, begun.headers.get("svc-api-units-cost")]).toEqual([201, "5"]);
    const { fileId, uploadUrl, headers } = begun.json;
    expect(headers).toEqual({ "Content-Type": TYPE });
    const early = await ask(scene.token, "POST", `${scene.room}/files/${fileId}/complete`);
    expect([early.status, early.json.error.code]).toEqual([400, "validation_error"]);
    expect((await put(uploadUrl, BYTES, headers)).status).toBe(200);
    expect((await ask(scene.token, "GET", `${scene.room}/files`)).json.data).toEqual([]);
    const done = await ask(scene.token, "POST", `${scene.room}/files/${fileId}/complete`);
    expect([done.status, done.headers.get("svc-api-units-cost")]).toEqual([201, "3"]);
    expect(done.json).toMatchObject({
      id: fileId,
      fileName,
      size: BYTES.length,
      mimeType: TYPE,
      source: "chat",
      taskId: null,
    });
    expect((await ask(scene.token, "GET", `${scene.room}/files`)).json.data).toEqual([done.json]);
    expect((await put(uploadUrl, BYTES)).status).toBe(403);

    const link = await ask(scene.key, "GET", `${scene.room}/files/${fileId}/download`);
    expect([link.status, link.headers.get("svc-api-units-cost"), Object.keys(link.json)]).toEqual([
      200,
      "5",
      ["url", "expiresAt"],
    ]);
    const response = await get(link.json.url);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": TYPE,
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "accept-ranges": "bytes",
      etag: `"${checksum}"`,
    });
    expect(response.headers.get("content-length")).toBe(lengthOf(BYTES.length));
    expect(response.headers.get("cache-control")).toContain("private, no-store");
    const disposition = response.headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^attachment; filename="[\w .-]*"; filename\*=UTF-8''[\w.~!%-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toBe(fileName);
    expect(await database.query("SELECT type FROM events WHERE object_id = $1", [fileId])).toEqual([
      { type: "file.uploaded" },
    ]);
  });

  test("ranges, HEAD, and methods that are not offered", async () => {
    const scene = await createScene();
    const fileId = await upload(scene);
    const { url } = (await ask(scene.token, "GET", `${scene.room}/files/${fileId}/download`)).json;
    const part = await get(url, { range: "bytes=10-19" });
    expect([part.status, part.headers.get("content-range"), part.headers.get("content-length")]).toEqual([
      206,
      `bytes 10-19/${BYTES.length}`,
      lengthOf(10),
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(BYTES.subarray(10, 20))).toBe(true);
    const beyond = await get(url, { range: `bytes=${BYTES.length}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${BYTES.length}`]);
    expect((await get(url, { range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
    const head = await get(url, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      lengthOf(BYTES.length),
      "",
    ]);
    const post = await get(url, {}, "POST");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect((await get(url, {}, "OPTIONS")).status).toBe(204);
  });

  test("pages of other origins may use the URLs, without cookies", async () => {
    const scene = await createScene();
    const { fileId, uploadUrl } = (await begin(scene)).json;
    const foreign = { origin: "https://app.example", cookie: "next-auth.session-token=x" };
    const preflight = async (url: string, method: string) => {
      const headers = { ...foreign, "access-control-request-method": method };
      const { status, headers: answered } = await get(url, headers, "OPTIONS");
      const names = ["allow-origin", "allow-methods", "allow-headers", "max-age", "allow-credentials"];
      return [status, ...names.map((name) => answered.get(`access-control-${name}`))];
    };
    const accepted = "content-type, if-range, range, x-request-id";
    expect(await preflight(uploadUrl, "PUT")).toEqual([204, "*", "PUT, OPTIONS", accepted, "86400", null]);
    const put = (body: BodyInit) =>
      fetch(here(uploadUrl), { method: "PUT", headers: { ...foreign, "content-type": TYPE }, body });
    const answers = [await put("too short"), await put(BYTES), await get(uploadUrl, foreign)];
    await ask(scene.token, "POST", `${scene.room}/files/${fileId}/complete`);
    const { url } = (await ask(scene.token, "GET", `${scene.room}/files/${fileId}/download`)).json;
    expect(await preflight(url, "GET")).toEqual([204, "*", "GET, HEAD, OPTIONS", accepted, "86400", null]);
    answers.push(
      await get(url, foreign),
      await get(url, { ...foreign, range: "bytes=1-2" }),
      await get(url, { ...foreign, range: "bytes=9999999-" }),
      await get(`${url}x`, foreign),
      await put(BYTES),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 405, 200, 206, 416, 403, 403]);
    for (const { headers } of answers) {
      expect([headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")]).toEqual([
        "*",
        null,
      ]);
      const exposed = headers.get("access-control-expose-headers")?.split(", ") ?? [];
      const hidden = [...headers.keys()].filter(
        (name) => !name.startsWith("access-control-") && !exposed.includes(name),
      );
      expect(hidden.filter((name) => !UNEXPOSED.includes(name))).toEqual([]);
    }
    for (const path of ["/files", "/files/upload", "/files/download/a/b", "/files/other/a"]) {
      expect((await fetch(baseUrl + path, { headers: foreign })).headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("URLs that were altered, or belong to another purpose or file, are refused", async () => {
    const scene = await createScene();
    const fileId = await upload(scene);
    const { url } = (await ask(scene.token, "GET", `${scene.room}/files/${fileId}/download`)).json;
    const other = (await begin(scene)).json;
    const ticket = (from: string) => from.split("/").at(-1) ?? "";
    const [file = "", until = "", seal = ""] = ticket(url).split(".");
    const refused = [
      `/files/download/${ticket(other.uploadUrl)}`,
      `/files/download/${[other.fileId, until, seal].join(".")}`,
      `/files/download/${[file, Number(until) + 1, seal].join(".")}`,
      `/files/download/${[file, until, `${seal}A`].join(".")}`,
      "/files/download/x",
    ];
    for (const path of refused) expect((await fetch(baseUrl + path)).status).toBe(403);
    expect((await put(`${demo.baseUrl}/files/upload/${ticket(url)}`, BYTES)).status).toBe(403);
    // An incomplete file has no download, even with a good seal.
    expect((await ask(scene.token, "GET", `${scene.room}/files/${other.fileId}/download`)).status).toBe(404);
    await database.query("DELETE FROM files WHERE id = $1", [fileId]);
    const gone = await get(url);
    expect([gone.status, (await gone.json()).error.code]).toEqual([404, "not_found"]);
  });

  test("refuses an upload that differs from its announcement, with and without a length", async () => {
    const { uploadUrl } = (await begin(await createScene(), { size: 10 })).json;
    const stream = (size: number) => new Blob([new Uint8Array(size)]).stream();
    expect((await put(uploadUrl, "12345678901")).status).toBe(413);
    expect((await put(uploadUrl, "123456789")).status).toBe(400);
    expect((await put(uploadUrl, stream(11))).status).toBe(413);
    expect((await put(uploadUrl, stream(9))).status).toBe(400);
    const type = await put(uploadUrl, "1234567890", { "content-type": "text/plain" });
    expect([type.status, (await type.json()).error.message]).toEqual([415, expect.stringContaining(TYPE)]);
    expect((await put(uploadUrl, stream(10))).status).toBe(200);
    await eventually(() => expect(listIncoming()).toEqual([]));
  });

  test("a client that goes away in the middle leaves nothing", async () => {
    const { fileId, uploadUrl } = (await begin(await createScene(), { size: 1_000_000 })).json;
    const { pathname } = new URL(uploadUrl);
    const connection = await openConnection(baseUrl);
    connection.write(
      `PUT ${pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${TYPE}\r\nContent-Length: 1000000\r\n\r\n`,
    );
    connection.write(Buffer.alloc(200_000));
    await eventually(() => expect(listIncoming()).toHaveLength(1));
    connection.destroy();
    await eventually(() => expect(listIncoming()).toEqual([]));
    const [row] = await database.query<{ key: string }>("SELECT storage_key AS key FROM files WHERE id = $1", [fileId]);
    expect(readdirSync(join(filesDir, "uploads")).filter((name) => row?.key.endsWith(name))).toEqual([]);
  });

  test("keys and agents do not upload; another tenant finds nothing", async () => {
    const [scene, stranger] = [await createScene(), await createScene()];
    for (const token of [scene.key, scene.agent]) {
      const refused = await begin(scene, {}, token);
      expect([refused.status, refused.json.error.code]).toEqual([403, "forbidden"]);
    }
    const fileId = await upload(scene);
    for (const token of [stranger.token, stranger.key]) {
      const inTheirs = await ask(token, "GET", `${stranger.room}/files/${fileId}/download`);
      expect([inTheirs.status, inTheirs.json.error.code]).toEqual([404, "not_found"]);
      const inOurs = await ask(token, "GET", `${scene.room}/files/${fileId}/download`);
      expect([inOurs.status, inOurs.json.error.code]).toEqual([404, "room_not_found"]);
    }
    const complete = await ask(stranger.token, "POST", `${stranger.room}/files/${fileId}/complete`);
    expect([complete.status, complete.json.error.code]).toEqual([404, "not_found"]);
    const foreign = await begin(stranger, { messageId: scene.messageId });
    expect([foreign.status, foreign.json.error.details.issues[0].path]).toEqual([400, "messageId"]);
    expect((await ask(scene.agent, "GET", `${scene.room}/files/${fileId}/download`)).status).toBe(200);
  });
});
