import { describe, expect, test } from "vitest";
import { bearer } from "../../e2e/support/scenes/ask-endpoint";
import { createConnectorScene } from "../../e2e/support/scenes/connector-scene";
import { call, send, use, useToolScenes } from "../../e2e/support/scenes/tool-scene";
import { startRun } from "../agents/runs/start-run";
import { checkAgain } from "./check-again";
import { listRequests } from "./list";
import { openRequests } from "./open-viewer";
import { explainRequest } from "./why";

const { database, createScene } = useToolScenes();

describe("tool calls", () => {
  test("store one row for each call with the scope and units of its tool", async () => {
    const scene = await createScene({ actorType: "AGENT" });
    const good = call("list_messages", { roomId: scene.roomId }, 1);
    const bad = call("list_messages", { roomId: "nowhere" }, 2);
    const headers = { ...bearer(scene.token), "mcp-protocol-version": "2025-03-26" };
    const answer = await send([good, bad], headers);
    const viewer = await openRequests(scene.userId);
    const why = await explainRequest(viewer, answer.headers["x-request-id"] ?? "");
    expect(why).toMatchObject({
      request: { surface: "mcp", route: "tools/list_messages", actor: { kind: "app", type: "agent" } },
      operationId: "listMessages",
      stop: { step: "requireAccess", code: "room_not_found", cause: "id_malformed" },
      others: [{ route: "tools/list_messages", status: 200 }],
    });
    expect(why.gates.slice(0, 4).map(({ verdict }) => verdict)).toEqual(["passed", "passed", "passed", "stopped"]);
    const passed = await explainRequest(viewer, why.request.requestId, why.others[0]?.id);
    expect(passed).toMatchObject({ stop: null, request: { status: 200, units: 2, roomId: scene.roomId } });
    expect(await checkAgain(viewer, why.request.requestId, why.others[0]?.id)).toMatchObject({ stop: null });
  });

  test("stop at the scope without mcp:tools", async () => {
    const scene = await createScene({ scopes: ["rooms:read"] });
    const answer = await use(scene, "list_rooms", {});
    const why = await explainRequest(await openRequests(scene.userId), answer.headers["x-request-id"] ?? "");
    expect(why.stop).toMatchObject({
      step: "requireScope",
      cause: "scope_missing",
      fix: { kind: "authorize_with_scope" },
    });
    expect(why.gates[2]).toMatchObject({ verdict: "stopped", needed: "mcp:tools", had: ["rooms:read"] });
  });
});

test("names a disabled connector with the page that enables it", async () => {
  const scene = await createConnectorScene(database, { url: "http://127.0.0.1:9", token: "t" });
  const connectorId = await scene.connector({ isEnabled: false });
  const start = startRun(scene.memberId, connectorId, "summarize-record", { recordId: scene.recordId });
  await expect(start).rejects.toMatchObject({ code: "forbidden" });
  const viewer = await openRequests(scene.memberId);
  const { rows } = await listRequests(viewer, { ownerId: scene.organizationId, credentialId: connectorId });
  expect(rows).toMatchObject([{ surface: "connector", status: 403, actor: { kind: "connector", type: "agent" } }]);
  const why = await explainRequest(viewer, rows[0]?.requestId ?? "");
  expect(why.stop).toMatchObject({
    step: "requireScope",
    cause: "connector_disabled",
    fix: { kind: "enable_connector", href: `/settings/developer/connectors/${connectorId}/edit` },
  });
  expect(await checkAgain(viewer, rows[0]?.requestId ?? "")).toBeNull();
});
