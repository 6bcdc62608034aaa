import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { build } from "esbuild";
import type * as Sdk from "../packages/sdk/src/index";
import { test } from "./support/browser/browser";
import { signIn } from "./support/browser/sign-in";
import { makeRoomScene } from "./support/scenes/room-scene";
import { openDemoWorld } from "./support/scenes/world";

declare const Svc: typeof Sdk.Svc;

/** A browser app of an integrator: a page of another origin with the client in it, and no cookies of its own. */
let server: Server;
let origin: string;

test.beforeAll(async () => {
  const contents = 'import { Svc } from "./packages/sdk/src/index"; globalThis.Svc = Svc;';
  const stdin = { contents, resolveDir: process.cwd() };
  const [script] = (await build({ stdin, bundle: true, write: false, format: "iife", platform: "browser" }))
    .outputFiles;
  server = createServer((request, response) => {
    const [type, body] =
      request.url === "/app.js"
        ? ["text/javascript", script?.text]
        : ["text/html", '<!doctype html><title>App</title><script src="/app.js"></script>'];
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());

type Options = Pick<RequestInit, "credentials"> & { method?: string; body?: string };

function canRead(page: Page, url: string, options: Options = {}): Promise<boolean> {
  const read = ([target, init]: readonly [string, Options]) =>
    fetch(target, init).then(
      () => true,
      () => false,
    );
  return page.evaluate(read, [url, options] as const);
}

test("a browser app uploads and downloads a file by its token, and reaches nothing by a person's session", async ({
  page,
  demo,
}) => {
  const { ann, roomId, path, query } = await makeRoomScene(demo, { messages: 1 });
  const [message] = await query<{ id: string; billingEntityId: string }>(
    'SELECT m.id, r.billing_entity_id AS "billingEntityId" FROM messages m JOIN rooms r ON r.id = m.room_id WHERE r.id = $1',
    [roomId],
  );
  const { token } = await openDemoWorld(demo).accessToken({
    userId: ann.id,
    billingEntityId: message?.billingEntityId ?? "",
    audience: `${demo.baseUrl}/v1`,
  });
  // The person is signed in: browsers would send the cookie along, because ports do not divide sites.
  await signIn(page, ann, path);
  const app = await page.context().newPage();
  await app.goto(origin);

  const options = { baseUrl: demo.baseUrl, accessToken: token };
  const done = await app.evaluate(
    async ([settings, room, messageId]) => {
      const svc = new Svc(settings);
      const content = new Blob(["Hello, world"]);
      const upload = { fileName: "議事録.txt", mimeType: "text/plain", content, attachTo: { messageId } };
      const file = await svc.uploadFile(room, upload);
      const { url } = await svc.rooms.files.download(room, file.id);
      const whole = await fetch(url);
      const condition = { range: "bytes=7-11", "if-range": whole.headers.get("etag") ?? "" };
      const part = await fetch(url, { headers: condition });
      return {
        fileId: file.id,
        url,
        texts: [await whole.text(), await part.text()],
        statuses: [whole.status, part.status],
        headers: [whole.headers.get("content-disposition"), part.headers.get("content-range")],
      };
    },
    [options, roomId, message?.id ?? ""] as const,
  );
  expect(done.texts).toEqual(["Hello, world", "world"]);
  expect(done.statuses).toEqual([200, 206]);
  expect(done.headers).toEqual([expect.stringContaining("filename*=UTF-8''"), "bytes 7-11/12"]);

  expect(await canRead(app, done.url)).toBe(true);
  expect(await canRead(app, done.url, { credentials: "include" })).toBe(false);
  const own = `${demo.baseUrl}/api/rooms/${roomId}/files`;
  for (const credentials of ["include", "omit"] as const) {
    expect(await canRead(app, `${own}/${done.fileId}/download`, { credentials })).toBe(false);
    expect(await canRead(app, own, { credentials, method: "POST", body: "{}" })).toBe(false);
    expect(await canRead(app, demo.baseUrl + path, { credentials })).toBe(false);
  }
  // The page of the service itself may still follow its own route.
  expect(await canRead(page, `${own}/${done.fileId}/download`)).toBe(true);
});
