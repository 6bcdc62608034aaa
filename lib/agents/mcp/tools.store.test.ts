import { describe, expect, test } from "vitest";
import { bearer } from "../../../e2e/support/scenes/ask-endpoint";
import {
  outcome,
  read,
  request,
  send,
  type ToolScene,
  use,
  useToolScenes,
} from "../../../e2e/support/scenes/tool-scene";
import type { ApiResponse } from "../../api/request";
import { newId } from "../../platform/ids";
import { TOOLS } from "./tools";

const { database, world, createScene, auditOf, countUnits } = useToolScenes();

const detailsOf = (answer: ApiResponse) =>
  read(answer).result?.structuredContent["details"] as { issues: { path: string }[] } | undefined;

const EXTRAS: Record<string, Record<string, unknown>> = {
  post_message: { body: "Hello" },
  create_task: { title: "Write it down" },
  update_task: { title: "Write it up" },
  create_record: { title: "Minutes" },
  update_record: { content: "Better minutes" },
};

function argumentsOf(
  { name, paramNames, endpoint }: (typeof TOOLS)[number],
  scene: ToolScene,
): Record<string, unknown> {
  const params = Object.fromEntries(paramNames.map((param) => [param, Reflect.get(scene, param) as string]));
  return { ...params, ...EXTRAS[name], ...(endpoint.kind === "write" ? { idempotencyKey: newId("msg") } : {}) };
}

const personOf = ({ userId, billingEntityId }: ToolScene) =>
  world.accessToken({ userId, billingEntityId, audience: "http://localhost:3000/mcp" });

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const isWrite = tool.endpoint.kind === "write";

  test("answers in the declared form, is charged, counted and audited", async () => {
    const scene = await createScene();
    const requestId = `ok-${name}`;
    const answer = await use(scene, name, argumentsOf(tool, scene), { "x-request-id": requestId });
    expect([answer.status, outcome(answer)]).toEqual([200, "ok"]);
    const { result } = read(answer);
    expect(tool.endpoint.response.schema.safeParse(result?.structuredContent).error).toBeUndefined();
    expect(JSON.parse(result?.content[0]?.text ?? "")).toEqual(result?.structuredContent);
    const units = isWrite ? 5 : 2;
    expect(answer.headers).toMatchObject({
      "ratelimit-limit": "120",
      "ratelimit-remaining": "119",
      "svc-ratelimit-scope": "endpoint",
      "svc-api-units-cost": String(units),
      "x-request-id": requestId,
    });
    expect(await countUnits(scene)).toEqual({ confirmed: units, reserved: 0 });
    expect(await auditOf(requestId)).toEqual([
      {
        surface: "mcp",
        method: "POST",
        route: `tools/${name}`,
        status: tool.endpoint.response.status,
        error_code: null,
        auth_method: "oauth_bearer",
        actor_type: "user",
        actor_id: scene.userId,
        user_id: scene.userId,
        organization_id: scene.organizationId,
        app_id: scene.appId,
        grant_id: scene.grantId,
        external_token_id: scene.tokenId,
        units_cost: units,
      },
    ]);
  });

  test("is neither listed nor run without its scope", async () => {
    const scene = await createScene({ scopes: ["mcp:tools"] });
    const answer = await use(scene, name, {});
    expect(outcome(answer)).toBe("insufficient_scope");
    expect(read(answer).result?.structuredContent["details"]).toEqual({ requiredScope: tool.endpoint.scope });
    expect(read(await send(request("tools/list"), bearer(scene.token))).result?.tools).toEqual([]);
  });

  if (tool.paramNames.includes("roomId"))
    test("answers the same 404 for foreign, hidden and absent rooms", async () => {
      const scene = await createScene();
      const foreign = await createScene();
      const dm = await world.room({
        organizationId: scene.organizationId,
        billingEntityId: scene.billingEntityId,
        roomType: 1,
      });
      await world.enter(dm.id, scene.userId);
      const answers = new Set<string>();
      for (const roomId of [newId("room"), foreign.roomId, dm.id, "../../etc", ""]) {
        const answer = await use(scene, name, { ...argumentsOf(tool, scene), roomId }, { "x-request-id": "same" });
        expect(outcome(answer)).toBe("room_not_found");
        answers.add(answer.body ?? "");
      }
      expect(answers.size).toBe(1);
      expect(await countUnits(scene)).toBeUndefined();
    });

  if (tool.paramNames.length > 1)
    test("returns 404 for an object of another room", async () => {
      const [scene, foreign] = [await createScene(), await createScene()];
      const args = { ...argumentsOf(tool, scene), taskId: foreign.taskId, recordId: foreign.recordId };
      const own = Object.fromEntries(Object.entries(args).filter(([key]) => key in argumentsOf(tool, scene)));
      expect(outcome(await use(scene, name, own))).toBe("not_found");
    });

  test("names and counts bad arguments without charging", async () => {
    const scene = await createScene();
    const answer = await use(scene, name, { ...argumentsOf(tool, scene), nonsense: 1 });
    expect(outcome(answer)).toBe("validation_error");
    expect(read(answer).result?.structuredContent["details"]).toEqual({
      issues: [{ path: "nonsense", message: "is not a member of this request" }],
    });
    expect(answer.headers["ratelimit-remaining"]).toBe("119");
    expect(await countUnits(scene)).toBeUndefined();
  });

  if (tool.paramNames.length > 0 || isWrite)
    test("missing arguments are named, and counted", async () => {
      const answer = await use(await createScene(), name, {});
      expect(outcome(answer)).toBe("validation_error");
      expect(detailsOf(answer)?.issues.map(({ path }) => path)).toEqual([
        ...tool.paramNames,
        ...(isWrite ? ["idempotencyKey"] : []),
      ]);
      expect(answer.headers["ratelimit-remaining"]).toBe("119");
    });

  if (isWrite)
    test("an agent writes once for its person, who is the author; the audit names the agent", async () => {
      const scene = await createScene({ actorType: "AGENT" });
      const requestId = `agent-${name}`;
      const args = argumentsOf(tool, scene);
      const answer = await use(scene, name, args, { "x-request-id": requestId });
      expect(outcome(answer)).toBe("ok");
      const written = read(answer).result?.structuredContent;
      if (name !== "update_task") expect(written?.["authorId"] ?? written?.["createdById"]).toBe(scene.userId);
      expect(answer.headers["svc-api-units-cost"]).toBe("5");
      const who = { actor_type: "agent", user_id: scene.userId, organization_id: scene.organizationId };
      expect(await auditOf(requestId)).toMatchObject([
        { ...who, surface: "mcp", route: `tools/${name}`, units_cost: 5 },
      ]);
      const again = await use(scene, name, args);
      expect([again.headers["idempotent-replayed"], again.body]).toEqual(["true", answer.body]);
      expect(await countUnits(scene)).toEqual({ confirmed: 5, reserved: 0 });
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.roomId])).toHaveLength(1);
      const { idempotencyKey: _, ...keyless } = args;
      expect(detailsOf(await use(scene, name, keyless))?.issues.map(({ path }) => path)).toEqual(["idempotencyKey"]);
    });

  if (isWrite)
    test("guests do not write, nor do their agents, nor an agent in another tenant's room", async () => {
      for (const actorType of ["USER", "AGENT"] as const) {
        const guest = await createScene({ actorType, role: 10 });
        expect(outcome(await use(guest, name, argumentsOf(tool, guest)))).toBe("forbidden");
        expect(await countUnits(guest)).toBeUndefined();
      }
      const [agent, foreign] = [await createScene({ actorType: "AGENT" }), await createScene()];
      expect(outcome(await use(agent, name, argumentsOf(tool, foreign)))).toBe("room_not_found");
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [foreign.roomId])).toEqual([]);
    });

  if (isWrite)
    test("an agent writes nothing where people of several organizations are, and people do", async () => {
      const agent = await createScene({ actorType: "AGENT" });
      const [visitor, other] = [await world.user(), await world.organization()];
      for (const { id } of [other, { id: agent.organizationId }]) await world.join(id, visitor.id);
      await world.enter(agent.roomId, visitor.id);
      const answer = await use(agent, name, argumentsOf(tool, agent));
      expect(read(answer).result?.structuredContent).toMatchObject({
        code: "forbidden",
        details: { reason: "shared_room" },
      });
      expect(outcome(await use(agent, "list_messages", { roomId: agent.roomId }))).toBe("ok");
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [agent.roomId])).toEqual([]);
      const { token } = await personOf(agent);
      expect(outcome(await use({ ...agent, token }, name, argumentsOf(tool, agent)))).toBe("ok");
    });

  if (isWrite)
    test("a key of one app is not the key of another, even for the same person", async () => {
      const agent = await createScene({ actorType: "AGENT" });
      const { token } = await personOf(agent);
      const args = argumentsOf(tool, agent);
      for (const scene of [agent, { ...agent, token }]) {
        const answer = await use(scene, name, args);
        expect([outcome(answer), answer.headers["idempotent-replayed"]]).toEqual(["ok", undefined]);
      }
    });

  if (isWrite)
    test("is listed and runs for an agent only with its scope", async () => {
      const listOf = async ({ token }: ToolScene) =>
        read(await send(request("tools/list"), bearer(token))).result?.tools.map((listed) => listed.name);
      expect(await listOf(await createScene({ actorType: "AGENT" }))).toContain(name);
      const reader = await createScene({ actorType: "AGENT", scopes: ["mcp:tools", "rooms:read"] });
      expect(await listOf(reader)).not.toContain(name);
      expect(outcome(await use(reader, name, argumentsOf(tool, reader)))).toBe("insufficient_scope");
    });

  if (isWrite)
    test("writes once for a key, and rejects the key for another request", async () => {
      const scene = await createScene();
      const args = argumentsOf(tool, scene);
      const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => use(scene, name, args)));
      const again = await use(scene, name, args);
      expect(again.headers["idempotent-replayed"]).toBe("true");
      expect(again.headers["svc-api-units-cost"]).toBe("0");
      for (const answer of [first, ...others]) {
        expect(["ok", "idempotency_conflict"]).toContain(answer ? outcome(answer) : "");
        if (answer && outcome(answer) === "ok") expect(answer.body).toBe(again.body);
      }
      const other = await use(scene, name, { ...args, ...(name === "post_message" ? { body: "x" } : { title: "x" }) });
      expect(read(other).result?.structuredContent).toMatchObject({
        code: "idempotency_conflict",
        details: { reason: "mismatch" },
      });
      expect(await countUnits(scene)).toEqual({ confirmed: 5, reserved: 0 });
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.roomId])).toHaveLength(1);
    });
});
