import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ConnectorScene, createConnectorScene } from "../../../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import { createWorld } from "../../../e2e/support/scenes/world";
import { type Gateway, startGateway } from "../../../e2e/support/servers/gateway";
import { plantGatewayNetwork } from "../../../e2e/support/servers/gateway-network";
import { openOwner } from "../../access/open-owner";
import { closeDatabase } from "../../db/pool";
import { AppError } from "../../platform/errors";
import { checkTypedAddress } from "../connectors/check-connector";
import type { ActionName, CreateConnector } from "../connectors/connector";
import { createConnector } from "../connectors/create";
import { openConnector } from "../connectors/open-connector";
import { updateConnector } from "../connectors/update";
import type { RunDetail } from "./queries";

const database = useTestDatabase();
const world = createWorld(database);
let gateway: Gateway;
let scene: ConnectorScene;

beforeAll(async () => {
  gateway = await startGateway();
  scene = await createConnectorScene(database, gateway, { seats: 50 });
});
afterAll(() => gateway.close());
afterEach(() => openTo("127.0.0.1"));

async function openTo(operatorList: string): Promise<void> {
  await closeDatabase();
  process.env["SVC_CONNECTOR_PRIVATE_TARGETS"] = operatorList;
  resetShared();
}

const ANSWERS = { "inside.example": [["10.1.2.3"]], "turns.example": [["8.8.8.8", "10.1.2.3"]] };
const offList = () => [
  "http://10.1.2.3:1",
  "http://127.0.0.1:9",
  gateway.url,
  "http://169.254.169.254",
  "http://localhost:3000",
  "https://inside.example",
  "https://turns.example",
  "https://absent.example",
];

async function plant(operatorList: string) {
  await closeDatabase();
  return plantGatewayNetwork(operatorList, ANSWERS);
}

function visible({ state, reason, steps, result, unitsCharged }: RunDetail): string {
  const seen = steps.map(({ name, state: stepState, code, detail }) => ({ name, state: stepState, code, detail }));
  return JSON.stringify({ state, reason, steps: seen, result, unitsCharged });
}

async function runOn(baseUrl: string, action: ActionName): Promise<RunDetail> {
  const connector = await scene.connector({ baseUrl });
  const body = action === "test-connection" ? {} : { recordId: scene.recordId };
  return scene.run(scene.managerId, connector, action, body);
}

test.each(["test-connection", "summarize-record"] as const)(
  "%s says the same of everything that the operator has not opened, and calls none of it",
  async (action) => {
    const network = await plant("10.2.0.0/16");
    const before = gateway.calls.length;
    // The runs go one after another, because only three may run at once.
    const runs = [];
    for (const url of offList()) runs.push(await runOn(url, action));
    const texts = runs.map((run, n) => visible(run).replaceAll(new URL(offList()[n] ?? "").host, "HOST"));
    expect(new Set(texts).size, texts.join("\n")).toBe(1);
    expect(runs[0]).toMatchObject({ state: "failed", reason: { code: "gateway_forbidden" }, unitsCharged: 0 });
    expect(network.dialled).toEqual([]);
    expect(gateway.calls).toHaveLength(before);
  },
);

test("a gateway on loopback is called when loopback is listed, and not once it is taken off the list", async () => {
  const connector = await scene.connector();
  const state = async () => (await scene.run(scene.managerId, connector, "test-connection", {})).state;
  expect(await state()).toBe("succeeded");
  await openTo("all");
  expect(await state()).toBe("failed");
  await openTo("localhost,127.0.0.1/32");
  expect(await state()).toBe("succeeded");
});

const facts = (input: Partial<CreateConnector>): CreateConnector => ({
  name: "Desk agent",
  gatewayBaseUrl: "https://inside.example",
  gatewayToken: "token",
  agentId: "main",
  sessionStrategy: "room",
  allowedRoomIds: [scene.roomId],
  toolProfile: "read_only",
  networkMode: "private",
  ...input,
});

async function issuesOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return ["accepted"];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = (error.details?.["issues"] ?? []) as { path: string; message: string }[];
    return issues.map(({ path, message }) => `${path} ${message}`);
  }
}

test("saving refuses everything off the list with one problem, new and existing connectors alike", async () => {
  const network = await plant("");
  const owner = await openOwner(scene.managerId, scene.organizationId);
  const existing = await openConnector(scene.managerId, await scene.connector());
  const verdicts = await Promise.all(
    offList().map(async (gatewayBaseUrl) => {
      const { gatewayToken: _token, ...same } = facts({ gatewayBaseUrl });
      return [
        await issuesOf(createConnector(owner, facts({ gatewayBaseUrl }))),
        await issuesOf(updateConnector(existing, same)),
        await checkTypedAddress(scene.managerId, gatewayBaseUrl),
      ];
    }),
  );
  const refused = ["gatewayBaseUrl target_out_of_reach"];
  expect(verdicts).toEqual(offList().map(() => [refused, refused, { problem: "target_out_of_reach" }]));
  expect(network.dialled).toEqual([]);
});

test("a person without a room to let an agent into makes this server resolve nothing", async () => {
  const network = await plant("");
  const person = await world.user();
  await world.join(scene.organizationId, person.id, 10);
  await world.enter(scene.roomId, person.id, 10);
  for (const url of ["https://inside.example", "https://absent.example", "http://10.1.2.3"])
    expect(await checkTypedAddress(person.id, url)).toEqual({ kind: null, problem: null });
  expect(await checkTypedAddress(person.id, "ftp://x.example")).toEqual({ problem: "url_scheme" });
  const own = await openOwner(person.id, person.id);
  expect(await issuesOf(createConnector(own, facts({})))).toEqual(["allowedRoomIds room_unknown"]);
  expect(network.resolved).toEqual([]);
  const room = await world.room({ billingEntityId: person.billingEntityId });
  await world.enter(room.id, person.id, 40);
  expect(await checkTypedAddress(person.id, "https://inside.example")).toEqual({ problem: "target_out_of_reach" });
  expect(network.resolved).not.toEqual([]);
});
