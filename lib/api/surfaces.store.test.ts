import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXHAUSTED } from "../../e2e/support/attacks/exhausted-burst";
import { askEndpoint, bearer, errorOf, withBurst } from "../../e2e/support/scenes/ask-endpoint";
import { createConnectorScene } from "../../e2e/support/scenes/connector-scene";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { approveFor, post, read } from "../../e2e/support/scenes/token-scene";
import { call, outcome as outcomeOfTool, request, send } from "../../e2e/support/scenes/tool-scene";
import { type Gateway, startGateway } from "../../e2e/support/servers/gateway";
import { openAsPerson } from "../access/open-as-person";
import { openRoom, openRoomToWrite } from "../access/open-room";
import { answerConnector, runAction } from "../agents/runs/endpoints";
import { readRun } from "../agents/runs/queries";
import { startRun } from "../agents/runs/start-run";
import { REGISTRY } from "../docs/surface/registry";
import { writeTicket } from "../files/ticket";
import { findTransfer } from "../files/transfer/endpoints";
import { createMessage } from "../messages/create";
import { respondToTokenRequest } from "../oauth/endpoints";
import { newId } from "../platform/ids";
import { writeAsPerson } from "../usage/write-as-person";
import type { ApiRequest, ApiResponse } from "./request";
import { GATES, type Gate, RUNS, SURFACES } from "./surfaces";

const { database, world, createScene } = useEndpointScenes();
let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

type Broken = ReadonlySet<Gate>;

interface Driver {
  /** The code that each gate answers when it refuses. */
  refusals: Partial<Record<Gate, string>>;
  /** The code of a request that these gates would refuse, or "ok". */
  readonly drive: (broken: Broken) => Promise<string>;
}

const withLimits = <T>(broken: Broken, work: () => Promise<T>): Promise<T> =>
  broken.has("limitBurst") ? withBurst(EXHAUSTED, work) : work();

const codeOf = (response: ApiResponse) => (response.status < 400 ? "ok" : errorOf(response).code);
const codeOfWork = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "ok",
    (error: { code: string }) => error.code,
  );
const UNKNOWN_TOKEN = `svc_at_${"a".repeat(43)}`;
const MCP = "http://localhost:3000/mcp";

/** The credential of a caller of the API, or of the tools. */
async function tokenFor(
  scene: { userId: string; billingEntityId: string },
  broken: Broken,
  grant: { audience?: string; fewScopes: string[] },
): Promise<string> {
  if (broken.has("requireCredential")) return UNKNOWN_TOKEN;
  const { fewScopes, ...more } = grant;
  const { userId, billingEntityId } = scene;
  const scopes = broken.has("requireScope") ? { scopes: fewScopes } : {};
  return (await world.accessToken({ userId, billingEntityId, ...more, ...scopes })).token;
}

const REFUSALS = {
  requireCredential: "unauthenticated",
  requireScope: "insufficient_scope",
  requireAccess: "room_not_found",
  limitBurst: "rate_limit_exceeded",
  reserveUnits: "api_units_exceeded",
  claimIdempotency: "idempotency_conflict",
};

function driveEndpoint(operationId: string, unused: readonly Gate[] = []): Driver {
  const find = (id: string) => {
    const endpoint = REGISTRY.find((known) => known.operationId === id);
    if (!endpoint) throw new Error(`There is no endpoint ${id}.`);
    return endpoint;
  };
  return {
    refusals: Object.fromEntries(Object.entries(REFUSALS).filter(([gate]) => !unused.includes(gate as Gate))),
    async drive(broken) {
      const [scene, key] = [await createScene(), randomUUID()];
      // The person and the app of the key must be the same in both requests.
      const isReplaced = broken.has("requireCredential") || broken.has("requireScope");
      const token = isReplaced ? await tokenFor(scene, broken, { fewScopes: ["mcp:tools"] }) : scene.token;
      const headers = (credential: string) => ({ ...bearer(credential), "idempotency-key": key });
      if (broken.has("claimIdempotency")) {
        const earlier = { body: { body: "Earlier" } };
        await askEndpoint(find("createMessage"), scene.params, headers(scene.token), earlier);
      }
      if (broken.has("reserveUnits")) await world.useUpUnits(scene.billingEntityId, 1_000_000);
      const params = broken.has("requireAccess") ? { ...scene.params, roomId: newId("room") } : scene.params;
      return withLimits(broken, async () => codeOf(await askEndpoint(find(operationId), params, headers(token))));
    },
  };
}

async function sendMcp(broken: Broken, fewScopes: string[], makeMessage: (roomId: string, key: string) => unknown[]) {
  const [scene, key] = [await createScene(), randomUUID()];
  const token = await tokenFor(scene, broken, { audience: MCP, fewScopes });
  const roomId = scene.params["roomId"] ?? "";
  const [message, earlier] = makeMessage(broken.has("requireAccess") ? newId("room") : roomId, key);
  if (broken.has("claimIdempotency") && earlier !== undefined) await send(earlier, bearer(token));
  if (broken.has("reserveUnits")) await world.useUpUnits(scene.billingEntityId, 1_000_000);
  const response = await withLimits(broken, () => send(message, bearer(token)));
  // A tool that lacks a scope is refused with 403, and its outcome is in the body all the same.
  const isOutcome = response.body?.includes('"jsonrpc"') ?? false;
  return isOutcome ? String(outcomeOfTool(response)) : codeOf(response);
}

const mcpTool: Driver = {
  refusals: REFUSALS,
  drive: (broken) =>
    sendMcp(broken, ["mcp:tools"], (roomId, idempotencyKey) =>
      ["Hello", "Earlier"].map((body) => call("post_message", { roomId, body, idempotencyKey })),
    ),
};

const mcpMessage: Driver = {
  refusals: {
    requireCredential: "unauthenticated",
    requireScope: "insufficient_scope",
    limitBurst: "rate_limit_exceeded",
  },
  drive: (broken) => sendMcp(broken, ["rooms:read"], () => [request("tools/list")]),
};

const reply = (roomId: string, instruction = "Say hello") => ({ roomId, instruction });

const connectorAction: Driver = {
  refusals: {
    requireCredential: "unauthenticated",
    requireActor: "not_found",
    requireScope: "forbidden",
    requireAccess: "room_not_found",
    limitBurst: "rate_limit_exceeded",
    claimIdempotency: "idempotency_conflict",
  },
  async drive(broken) {
    const [scene, key] = [await createConnectorScene(database, gateway), randomUUID()];
    const connector = await scene.connector();
    if (broken.has("claimIdempotency"))
      await startRun(scene.memberId, connector, "reply-to-room", reply(scene.roomId, "Earlier"), key);
    if (broken.has("requireScope"))
      await database.query("UPDATE connectors SET tool_profile = 'READ_ONLY' WHERE id = $1", [connector]);
    const body = JSON.stringify(reply(broken.has("requireAccess") ? newId("room") : scene.roomId));
    const headers: Record<string, string> = { "content-type": "application/json", "idempotency-key": key };
    const asked: ApiRequest = {
      method: "POST",
      target: "/api/connectors",
      header: (name) => headers[name] ?? null,
      headersBytes: 200,
      address: "192.0.2.7",
      body: Readable.from([Buffer.from(body)]),
    };
    const visitor = { userId: broken.has("requireCredential") ? null : scene.memberId };
    const connectorId = broken.has("requireActor") ? newId("conn") : connector;
    const params = { connectorId, action: "reply-to-room" };
    return withLimits(broken, async () => codeOf(await answerConnector(runAction, asked, visitor, params)));
  },
};

const agentRun: Driver = {
  refusals: {
    requireActor: "connector_gone",
    requireScope: "tool_profile",
    requireAccess: "room_not_found",
    reserveUnits: "api_units_exceeded",
  },
  async drive(broken) {
    const scene = await createConnectorScene(database, gateway);
    const connector = await scene.connector();
    const { id } = await startRun(scene.managerId, connector, "reply-to-room", reply(scene.roomId));
    const changes: Partial<Record<Gate, string>> = {
      requireActor: "UPDATE connectors SET deleted_at = now() WHERE id = $1",
      requireScope: "UPDATE connectors SET tool_profile = 'READ_ONLY' WHERE id = $1",
      requireAccess: "DELETE FROM connector_rooms WHERE connector_id = $1",
    };
    for (const [gate, change] of Object.entries(changes))
      if (broken.has(gate as Gate)) await database.query(change, [connector]);
    if (broken.has("reserveUnits")) await world.useUpUnits(scene.billingEntityId, 60_000);
    await withLimits(broken, () => scene.work(id));
    return (await readRun(scene.managerId, id)).reason?.code ?? "ok";
  },
};

const oauthForm: Driver = {
  refusals: { requireCredential: "invalid_client", requireAccess: "invalid_grant" },
  async drive(broken) {
    const [app, user] = [await world.oauthApp({ isConfidential: true }), await world.user()];
    const form = await approveFor(app, user);
    const secret = broken.has("requireCredential") ? { client_secret: "wrong" } : {};
    const code = broken.has("requireAccess") ? { code: "unknown" } : {};
    return withLimits(
      broken,
      async () => read(await post(respondToTokenRequest, { ...form, ...secret, ...code })).error ?? "ok",
    );
  },
};

const fileTransfer: Driver = {
  refusals: { requireCredential: "forbidden", requireAccess: "not_found" },
  async drive(broken) {
    const { params } = await createScene();
    const fileId = broken.has("requireAccess") ? newId("file") : (params["fileId"] ?? "");
    const ticket = writeTicket("download", fileId, new Date(Date.now() + 60_000));
    const target = `/files/download/${broken.has("requireCredential") ? `x${ticket}` : ticket}`;
    const asked = { method: "GET", target, header: () => null, headersBytes: 200, address: "192.0.2.7", body: null };
    const response = await withLimits(broken, async () => findTransfer(target)?.(asked));
    if (response?.body instanceof Readable) response.body.destroy();
    if (response?.status === 200) return "ok";
    return codeOf({
      status: response?.status ?? 0,
      headers: {},
      body: typeof response?.body === "string" ? response.body : "",
    });
  },
};

/** The person has no seat in the room, or only a guest's. */
async function breakSeat(broken: Broken): Promise<{ userId: string; roomId: string }> {
  const { userId, params, organizationId } = await createScene(broken.has("requireAccess") ? { role: 10 } : {});
  const seat = { userId, roomId: broken.has("requireActor") ? newId("room") : (params["roomId"] ?? "") };
  if (broken.has("requireAccess"))
    await database.query("DELETE FROM organization_memberships WHERE organization_id = $1", [organizationId]);
  return seat;
}

const browserRead: Driver = {
  refusals: { requireActor: "room_not_found", requireAccess: "room_not_found" },
  async drive(broken) {
    const { userId, roomId } = await breakSeat(broken);
    return withLimits(broken, () => codeOfWork(openAsPerson(userId, { roomId }, openRoom)));
  },
};

const browserWrite: Driver = {
  refusals: { ...browserRead.refusals, limitBurst: "rate_limit_exceeded" },
  async drive(broken) {
    const { userId, roomId } = await breakSeat(broken);
    const write = () =>
      writeAsPerson(userId, { roomId }, openRoomToWrite, (tx, access) =>
        createMessage(tx, access, userId, { body: "Hello" }),
      );
    return withLimits(broken, () => codeOfWork(write()));
  },
};

const DRIVERS: Record<keyof typeof SURFACES, Driver> = {
  v1Read: driveEndpoint("listMessages", ["claimIdempotency"]),
  v1Write: driveEndpoint("createMessage"),
  v1Action: driveEndpoint("redeliver"),
  mcpTool,
  mcpMessage,
  connectorAction,
  agentRun,
  oauthForm,
  fileTransfer,
  browserRead,
  browserWrite,
};

/** Gates that refuse nothing here: tokens bring their actor, and the pages of the browser read the session. */
const SILENT: Partial<Record<keyof typeof SURFACES, Gate>> = {
  v1Read: "requireActor",
  v1Write: "requireActor",
  v1Action: "requireActor",
  mcpTool: "requireActor",
  mcpMessage: "requireActor",
  browserRead: "requireCredential",
  browserWrite: "requireCredential",
};

describe.each(Object.keys(SURFACES) as (keyof typeof SURFACES)[])("%s", (surface) => {
  const { refusals, drive } = DRIVERS[surface];
  const runs = GATES.filter((gate) => SURFACES[surface][gate] === RUNS);

  test("is driven into every gate that it runs", () => {
    const refusing = GATES.filter((gate) => gate in refusals);
    expect(refusing).toEqual(runs.filter((gate) => gate !== SILENT[surface]));
  });

  test("refuses at the first gate that fails, in the order of §5", async () => {
    for (const [index, gate] of GATES.entries()) {
      if (gate in refusals) expect([gate, await drive(new Set(GATES.slice(index)))]).toEqual([gate, refusals[gate]]);
    }
  });

  test("is not stopped by the gates that it skips", async () => {
    expect(await drive(new Set(GATES.filter((gate) => !runs.includes(gate))))).toBe("ok");
  });
});

test.each(["v1Read", "v1Write", "v1Action", "mcpTool", "mcpMessage"] as const)(
  "%s names the actor in its audit row",
  async (surface) => {
    const countRows = () => database.query("SELECT 1 FROM audit_log WHERE actor_id IS NULL");
    const before = (await countRows()).length;
    expect(await DRIVERS[surface].drive(new Set())).toBe("ok");
    expect(await countRows()).toHaveLength(before);
  },
);
