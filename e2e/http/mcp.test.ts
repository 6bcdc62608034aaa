import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { SCOPES } from "../../lib/access/scopes";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { openDemoWorld } from "../support/scenes/world";
import { connectTools, DIALECTS, openTools } from "../support/servers/tool-client";

/** The tool endpoint as agents meet it: the protocol's own client against the running service, by both doors. */
const demo = useDemo();
const world = openDemoWorld(demo);
const app = demo.oauthApps.public;
const READING = [
  "get_me",
  "list_organizations",
  "list_rooms",
  "list_room_members",
  "list_messages",
  "list_tasks",
  "list_records",
  "get_record",
  "list_files",
];
const WRITING = ["post_message", "create_task", "update_task", "create_record", "update_record"];
let owner = "";

beforeAll(async () => {
  owner = await openSession(demo.baseUrl, demo.users.owner);
});

describe.each(DIALECTS)("protocol %s", (dialect) => {
  test("from the address alone to every tool, called by a person's own approval", async () => {
    await using tools = await connectTools(demo.baseUrl, { app, cookie: owner, scopes: SCOPES, dialect });
    const { client } = tools;
    expect(client.getServerVersion()).toMatchObject({ name: "svc" });
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name)).toEqual([...READING, ...WRITING]);
    for (const { name, annotations } of listed) {
      const isRead = READING.includes(name);
      expect(annotations).toEqual({
        readOnlyHint: isRead,
        destructiveHint: name.startsWith("update_"),
        idempotentHint: true,
        openWorldHint: false,
      });
    }
    // The client holds each result to the tool's output schema by itself.
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const { isError, structuredContent } = await client.callTool({ name, arguments: args });
      expect([name, isError ?? false, structuredContent]).toEqual([name, false, expect.anything()]);
      return structuredContent as { id: string; version?: number; content?: string; data?: { id: string }[] };
    };
    const roomId = demo.rooms.general.id;
    const write = (name: string, args: Record<string, unknown>) =>
      call(name, { roomId, idempotencyKey: randomUUID(), ...args });
    expect((await call("get_me")).id).toBe(demo.users.owner.id);
    expect((await call("list_rooms", { limit: 200 })).data?.map(({ id }) => id)).toContain(roomId);
    await call("list_organizations");
    const message = await write("post_message", { body: "Hello from a tool" });
    const task = await write("create_task", { title: "A task" });
    const changed = await write("update_task", { taskId: task.id, status: "COMPLETED", version: task.version });
    expect(changed.version).toBe(2);
    const record = await write("create_record", { title: "Minutes", content: "First" });
    await write("update_record", { recordId: record.id, content: "Second" });
    expect((await call("get_record", { roomId, recordId: record.id })).content).toBe("Second");
    for (const [name, id] of [
      ["list_messages", message.id],
      ["list_tasks", task.id],
      ["list_records", record.id],
    ] as const) {
      expect((await call(name, { roomId, limit: 100 })).data?.map((item) => item.id)).toContain(id);
    }
    await call("list_room_members", { roomId });
    await call("list_files", { roomId });
  });

  test("a token with fewer scopes sees fewer tools, and errors are results that say how to proceed", async () => {
    const scopes = ["mcp:tools", "rooms:read", "messages:write"];
    await using tools = await connectTools(demo.baseUrl, { app, cookie: owner, scopes, dialect });
    const { client } = tools;
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "list_rooms",
      "list_room_members",
      "post_message",
    ]);
    const refuse = async (name: string, args: Record<string, unknown>) => {
      const { isError, structuredContent } = await client.callTool({ name, arguments: args });
      expect(isError).toBe(true);
      return structuredContent;
    };
    const { id: roomId } = demo.rooms.foreign;
    const error = { code: "room_not_found", requestId: expect.stringMatching(/^req_/), message: expect.any(String) };
    expect(await refuse("list_room_members", { roomId })).toEqual(error);
    expect(await refuse("post_message", { roomId, body: "x", idempotencyKey: "k" })).toEqual(error);
    await expect(client.callTool({ name: "get_me", arguments: {} })).rejects.toMatchObject({
      requiredScope: "me:read rooms:read messages:write mcp:tools",
    });
    await expect(client.callTool({ name: "drop_tables", arguments: {} })).rejects.toThrow();
  });
});

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const HEADERS = { accept: "application/json, text/event-stream", "content-type": "application/json" };

async function issueToken(audience = demo.mcpUrl) {
  const user = await world.user();
  const { token } = await world.accessToken({ userId: user.id, billingEntityId: user.billingEntityId, audience });
  return { token, user };
}

describe.each([
  ["front door", demo.baseUrl],
  ["Next alone", inject("nextDoorUrl")],
])("%s", (_, baseUrl) => {
  const post = (headers: Record<string, string>, body = PING) =>
    fetch(`${baseUrl}/mcp`, { method: "POST", headers: { ...HEADERS, ...headers }, body });

  test.each(DIALECTS)("serves protocol %s", async (dialect) => {
    const { token, user } = await issueToken();
    await using tools = await openTools(baseUrl, token, dialect);
    const { structuredContent } = await tools.client.callTool({ name: "get_me", arguments: {} });
    expect(structuredContent).toMatchObject({ id: user.id });
  });

  test.each(DIALECTS)("an agent writes for its person, protocol %s", async (dialect) => {
    const [user, org] = [await world.user(), await world.organization()];
    await world.join(org.id, user.id);
    const { billingEntityId } = org;
    const room = await world.room({ organizationId: org.id, billingEntityId });
    await world.enter(room.id, user.id);
    const grant = { userId: user.id, billingEntityId, actorType: "AGENT" } as const;
    const { token } = await world.accessToken({ ...grant, audience: demo.mcpUrl });
    await using tools = await openTools(baseUrl, token, dialect);
    expect((await tools.client.listTools()).tools.map(({ name }) => name)).toEqual([...READING, ...WRITING]);
    const args = { roomId: room.id, body: "Hello from an agent", idempotencyKey: randomUUID() };
    const { structuredContent } = await tools.client.callTool({ name: "post_message", arguments: args });
    expect(structuredContent).toMatchObject({ roomId: room.id, authorId: user.id });
    const { token: forApi } = await world.accessToken({ ...grant, audience: `${demo.baseUrl}/v1` });
    const refused = await fetch(`${baseUrl}/v1/rooms/${room.id}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${forApi}`, "content-type": "application/json" },
      body: JSON.stringify({ body: "Hello" }),
    });
    expect(refused.status).toBe(403);
    const stranger = await world.user();
    await world.join((await world.organization()).id, stranger.id);
    await world.enter(room.id, stranger.id);
    const shared = await tools.client.callTool({
      name: "post_message",
      arguments: { ...args, idempotencyKey: randomUUID() },
    });
    expect(shared.structuredContent).toMatchObject({ code: "forbidden", details: { reason: "shared_room" } });
  });

  test("without a token it says where the rules are", async () => {
    const response = await post({});
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain(
      `resource_metadata="${demo.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
    const metadata = await fetch(`${baseUrl}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).toMatchObject({
      resource: demo.mcpUrl,
      authorization_servers: [demo.baseUrl],
      scopes_supported: [...SCOPES].filter((scope) => !/^(rooms:write|files:write|webhooks|events|agent)/.test(scope)),
    });
  });

  test("keys are 401, tokens for the API 403, pages of other sites 403", async () => {
    const [api, mcp] = [await issueToken(`${demo.baseUrl}/v1`), await issueToken()];
    expect((await post({ authorization: `Bearer ${demo.apiKeys.org.key}` })).status).toBe(401);
    expect((await post({ "x-api-key": demo.apiKeys.org.key })).status).toBe(401);
    const refused = await post({ authorization: `Bearer ${api.token}` });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([403, expect.stringMatching(/\/mcp"/)]);
    const authorization = `Bearer ${mcp.token}`;
    expect((await post({ authorization, origin: "https://evil.example" })).status).toBe(403);
    const answer = await post({ authorization });
    expect([answer.status, answer.headers.get("ratelimit-policy")]).toEqual([200, "120;w=60"]);
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  test("a foreign Host is refused, a good one of this machine is not", async () => {
    const { token } = await issueToken();
    const { host, port, hostname } = new URL(baseUrl);
    const send = (name: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { ...HEADERS, host: name, authorization: `Bearer ${token}` };
        const sent = request({ hostname, port, path: "/mcp", method: "POST", headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.once("error", reject).end(PING);
      });
    expect([await send("evil.example"), await send(`evil.example:${port}`), await send(host)]).toEqual([403, 403, 200]);
  });

  test("a body over the limit is 413, and a stream is not offered", async () => {
    const authorization = `Bearer ${(await issueToken()).token}`;
    const large = await post({ authorization }, JSON.stringify({ padding: "x".repeat(1024 * 1024) }));
    expect(large.status).toBe(413);
    const stream = await fetch(`${baseUrl}/mcp`, { headers: { authorization, accept: "text/event-stream" } });
    expect([stream.status, stream.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});

test("one tenant neither sees nor reaches the rows of another", async () => {
  const sessions = { member: demo.users.member, outsider: demo.users.outsider };
  const open = async (name: keyof typeof sessions) =>
    connectTools(demo.baseUrl, { app, cookie: await openSession(demo.baseUrl, sessions[name]), scopes: SCOPES });
  await using member = await open("member");
  await using outsider = await open("outsider");
  const { id: roomId } = demo.rooms.general;
  const args = { roomId, title: "Ours", idempotencyKey: "shared-key" };
  const made = (await member.client.callTool({ name: "create_record", arguments: args })).structuredContent as {
    id: string;
  };
  expect(made.id).toMatch(/^rec_/);
  const codeOf = async (name: string, more: Record<string, unknown>) => {
    const answer = await outsider.client.callTool({ name, arguments: { roomId, ...more } });
    return (answer.structuredContent as { code?: string } | undefined)?.code;
  };
  expect(await codeOf("get_record", { recordId: made.id })).toBe("room_not_found");
  expect(await codeOf("update_record", { recordId: made.id, title: "x", idempotencyKey: "a" })).toBe("room_not_found");
  // Each caller has its own idempotency keys.
  expect(await codeOf("create_record", { title: "Ours", idempotencyKey: "shared-key" })).toBe("room_not_found");
  const rooms = (await outsider.client.callTool({ name: "list_rooms", arguments: {} })).structuredContent;
  expect(JSON.stringify(rooms)).not.toContain(roomId);
});
