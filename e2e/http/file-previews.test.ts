import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../lib/platform/ids";
import { openSession } from "../support/browser/oauth-flow";
import { makePdf } from "../support/browser/pdf-bytes";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { createWorld, type World } from "../support/scenes/world";

const demo = useDemo();
let database: ConnectedDatabase;
let world: World;

beforeAll(() => {
  database = connectDatabase(demo.databaseUrl);
  world = createWorld(database);
});
afterAll(() => database.close());

const MEGABYTE = 1024 * 1024;

async function shareFile(bytes: Buffer, mimeType = "application/pdf") {
  const person = await makePerson(demo);
  const { id: organizationId, billingEntityId } = await world.organization();
  await world.join(organizationId, person.id);
  const room = await world.room({ organizationId, billingEntityId });
  await world.enter(room.id, person.id, 20);
  const messageId = newId("msg");
  await database.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'M', now(), now())",
    [messageId, room.id, person.id],
  );
  const cookie = await openSession(demo.baseUrl, person);
  const post = async (path: string, body: object) => {
    const headers = { cookie, "content-type": "application/json" };
    const answer = await fetch(demo.baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const path = `/api/rooms/${room.id}/files`;
  const begun = await post(path, { fileName: "a.pdf", size: bytes.length, mimeType, messageId });
  const { fileId = "", uploadUrl = "" } = begun;
  await fetch(uploadUrl, { method: "PUT", headers: { "content-type": mimeType }, body: new Uint8Array(bytes) });
  await post(`${path}/${fileId}/complete`, {});
  return {
    person,
    roomId: room.id,
    cookie,
    path: `${path}/${fileId}/preview`,
    page: `/rooms/${room.id}/files/${fileId}`,
  };
}

const read = (path: string, headers: Record<string, string>) => fetch(demo.baseUrl + path, { headers });

test("parts of a PDF are bytes that no browser would open, and no longer than a megabyte", async () => {
  const bytes = Buffer.concat([makePdf(), Buffer.alloc(MEGABYTE, "%")]);
  const { path, cookie } = await shareFile(bytes);
  const part = await read(path, { cookie, range: "bytes=0-7" });
  expect([part.status, await part.text()]).toEqual([206, "%PDF-1.7"]);
  expect(Object.fromEntries(part.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": "attachment",
    "content-range": `bytes 0-7/${bytes.length}`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-store, no-transform",
  });
  const all = await read(path, { cookie });
  expect([all.status, (await all.arrayBuffer()).byteLength]).toEqual([206, MEGABYTE]);
  const behind = await read(path, { cookie, range: `bytes=${bytes.length}-` });
  expect([behind.status, behind.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
});

test("access is decided for each part: two tenants, no session, and a seat that is lost meanwhile", async () => {
  const [mine, theirs] = [await shareFile(makePdf()), await shareFile(makePdf())];
  const range = "bytes=0-7";
  expect((await read(mine.path, { cookie: theirs.cookie, range })).status).toBe(404);
  expect((await read(mine.page, { cookie: theirs.cookie })).status).toBe(404);
  expect((await read(mine.path.replace(mine.roomId, theirs.roomId), { cookie: theirs.cookie, range })).status).toBe(
    404,
  );
  expect((await read(mine.path, { range })).status).toBe(401);
  expect((await read(mine.path, { cookie: mine.cookie, range })).status).toBe(206);
  await database.query("DELETE FROM room_members WHERE room_id = $1", [mine.roomId]);
  expect((await read(mine.path, { cookie: mine.cookie, range })).status).toBe(404);
});

test("only a PDF has parts", async () => {
  const { path, cookie } = await shareFile(Buffer.from("hello"), "text/plain");
  expect((await read(path, { cookie, range: "bytes=0-1" })).status).toBe(404);
});

test("the frame has an origin of nobody, reaches its own files alone, and is framed by nobody else", async () => {
  const frame = await read("/preview/pdf", {});
  const html = await frame.text();
  expect(frame.status).toBe(200);
  expect(frame.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  const policy = (frame.headers.get("content-security-policy") ?? "").split("; ");
  expect(policy).toEqual(expect.arrayContaining(["sandbox allow-scripts", "default-src 'none'", "form-action 'none'"]));
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy.some((directive) => /unsafe-inline|unsafe-eval'/.test(directive) && !/attr|wasm/.test(directive))).toBe(
    false,
  );
  const files = [...html.matchAll(/"(\/preview\/pdf\/[^"]+\.(?:js|css))"/g)].map(([, file = ""]) => file);
  expect(files).toHaveLength(3);
  for (const file of files) {
    const { status, headers } = await read(file, { "accept-encoding": "br" });
    expect([file, status, headers.get("access-control-allow-origin")]).toEqual([file, 200, "*"]);
    expect(headers.get("cache-control")).toContain("immutable");
  }
  expect((await read("/preview/pdf/none.js", {})).status).toBe(404);
});

test("no other page loads anything of the renderer", async () => {
  const { cookie, roomId, page } = await shareFile(makePdf());
  for (const path of [`/rooms/${roomId}`, `/rooms/${roomId}/files`, page]) {
    const html = await (await read(path, { cookie })).text();
    expect([path, html.includes("/preview/pdf/")]).toEqual([path, false]);
  }
});
