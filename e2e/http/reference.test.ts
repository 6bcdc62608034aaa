import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { readReference } from "../../lib/docs/surface/operations";
import { writeSnippets } from "../../lib/docs/surface/snippets";
import { titleOperation, titleTag } from "../../lib/docs/surface/titles";
import { STATUSES } from "../../lib/platform/errors";
import { API_DESCRIPTION_VERSION } from "../../lib/platform/limits";
import { Svc } from "../../packages/sdk/src/index";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { openDemoWorld } from "../support/scenes/world";

const demo = useDemo();
const { operations, tags } = readReference();

/** The page as text: without tags, with its entities read. */
async function readPage(path: string): Promise<{ status: number; html: string; text: string }> {
  const response = await fetch(demo.baseUrl + path);
  const html = await response.text();
  const text = html
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, "")
    // Colours divide code, but not its text.
    .replaceAll(/<span class="code-\w+">([^<]*)<\/span>/g, "$1")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&gt;", ">")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
  return { status: response.status, html, text };
}

test("the first page lists every operation by its tag, without a session", async () => {
  const { status, html, text } = await readPage("/docs/reference");
  expect(status).toBe(200);
  for (const { name, description } of tags) {
    expect(text).toContain(titleTag(name, "en"));
    expect(html).toContain(description.split("`")[0]);
  }
  for (const { id } of operations) expect(html).toContain(`href="/docs/reference/${id}"`);
  expect(text).toContain(API_DESCRIPTION_VERSION);
});

test.each(["/", "/docs", "/docs/reference"])(
  "%s begins with a call that an organization's key may make",
  async (path) => {
    const { text } = await readPage(path);
    const [call = ""] = text.match(/curl[^"]*"Authorization: Bearer \$SVC_API_KEY"/) ?? [];
    expect(call).toContain(`${demo.baseUrl}/v1/rooms`);
  },
);

test.each(operations)("the page of $id says what it declares", async (operation) => {
  const { status, html, text } = await readPage(`/docs/reference/${operation.id}`);
  expect(status).toBe(200);
  const { id, path, method, scope, units, parameters, body, response, failures, gates } = operation;
  const members = [...parameters.path, ...parameters.query, ...parameters.header, ...(body?.members ?? [])];
  const facts = [
    titleOperation(id, "en"),
    path,
    method,
    scope,
    `${units} unit`,
    ...[...members, ...response.members].map(({ name }) => name),
  ];
  expect(facts.filter((fact) => !text.includes(fact))).toEqual([]);
  for (const { code } of failures) expect(html).toContain(`href="/docs/errors/${code}"`);
  expect(failures.every(({ code }) => code in STATUSES)).toBe(true);
  const numbers = gates.map((_, index) => html.indexOf(`>${index + 1}</span>`));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  const snippets = writeSnippets(operation, operation.sample, demo.baseUrl);
  for (const snippet of Object.values(snippets)) expect(text).toContain(snippet);
});

test("an operation that does not exist is a 404", async () => {
  expect((await readPage("/docs/reference/listNothing")).status).toBe(404);
});

test.each([
  ["/settings/developer/api-reference", "/docs/reference"],
  ["/settings/developer/api-reference/listRooms", "/docs/reference/listRooms"],
  ["/settings/developer/event-catalog", "/docs/event-catalog"],
])("the former address %s leads to %s", async (path, target) => {
  const response = await fetch(demo.baseUrl + path, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([308, target]);
});

test("every command that reads runs as it is, with the ids of the demo", async () => {
  const ids = await readIds();
  const outcomes: unknown[] = [];
  for (const operation of operations.filter(({ kind }) => kind === "read")) {
    const ofWebhook = operation.path.includes("{webhookId}") ? { roomId: demo.webhooks.v2.roomId } : {};
    const values = { ...operation.sample, path: { ...operation.sample.path, ...ids, ...ofWebhook } };
    const { curl } = writeSnippets(operation, values, demo.baseUrl);
    // An organization's key is no person.
    const key = operation.path === "/v1/me" ? demo.apiKeys.user.key : demo.apiKeys.org.key;
    const command = `${curl} --silent --output /dev/null --write-out '%{http_code}'`;
    const { stdout } = await promisify(execFile)("bash", ["-c", command], {
      env: { ...process.env, SVC_API_KEY: key },
    });
    outcomes.push([operation.id, stdout]);
  }
  expect(outcomes).toEqual(operations.filter(({ kind }) => kind === "read").map(({ id }) => [id, "200"]));
});

/** Ids that exist; a file is uploaded, since the demo names none. */
async function readIds() {
  const world = openDemoWorld(demo);
  const { query } = world;
  const [acme] = await query<{ id: string }>("SELECT billing_entity_id AS id FROM organizations WHERE id = $1", [
    demo.organizations.acme.id,
  ]);
  const { token } = await world.accessToken({
    userId: demo.users.owner.id,
    billingEntityId: acme?.id ?? "",
    audience: `${demo.baseUrl}/v1`,
  });
  const taskId = demo.tasks.open.id;
  const upload = {
    fileName: "a.txt",
    mimeType: "text/plain",
    content: new TextEncoder().encode("a"),
    attachTo: { taskId },
  };
  const svc = new Svc({ baseUrl: demo.baseUrl, accessToken: token });
  const file = await svc.uploadFile(demo.rooms.general.id, upload);
  return {
    roomId: demo.rooms.general.id,
    messageId: demo.messages.first.id,
    taskId,
    recordId: demo.records.draft.id,
    fileId: file.id,
    webhookId: demo.webhooks.v2.id,
  };
}

describe("a token for a signed-in reader", () => {
  const ask = (headers: Record<string, string>, body: object = { operationId: "listRooms" }) =>
    fetch(`${demo.baseUrl}/api/reference-token`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  test("lists the reader's rooms", async () => {
    const cookie = await openSession(demo.baseUrl, demo.users.owner);
    const response = await ask({ cookie, origin: demo.baseUrl });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const { token, area } = (await response.json()) as { token: string; area: string };
    const rooms = await fetch(`${demo.baseUrl}/v1/rooms`, { headers: { authorization: `Bearer ${token}` } });
    expect([rooms.status, area]).toEqual([200, "Acme"]);
    const me = await fetch(`${demo.baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(403);
  });

  test("needs a session, and takes neither a key nor a token for one", async () => {
    const { key } = demo.apiKeys.user;
    for (const headers of [{}, { authorization: `Bearer ${key}` }, { "x-api-key": key }])
      expect((await ask(headers)).status).toBe(401);
  });

  test("refuses a page of another site", async () => {
    const cookie = await openSession(demo.baseUrl, demo.users.owner);
    expect((await ask({ cookie, origin: "https://evil.example" })).status).toBe(403);
    expect((await ask({ cookie, "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  test.each([{}, { operationId: "deleteEverything" }, { operationId: "listRooms", scope: "rooms:write" }])(
    "refuses %j",
    async (body) => {
      const cookie = await openSession(demo.baseUrl, demo.users.owner);
      expect((await ask({ cookie, origin: demo.baseUrl }, body)).status).toBe(400);
    },
  );
});
