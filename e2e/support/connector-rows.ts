import { newId } from "../../lib/platform/ids";
import type { Manifest } from "../../prisma/seed/manifest";
import { makePerson, type Person } from "./people";
import { runSql } from "./run-sql";
import { createWorld } from "./world";

export interface Desk {
  readonly manager: Person;
  readonly organizationId: string;
  readonly billingEntityId: string;
  readonly rooms: { readonly desk: string; readonly shared: string };
  /** Records of the room `desk`. */
  readonly records: { readonly notes: string; readonly transcript: string };
}

/** An organization that no other test knows: its manager, rooms (one shared with another organization), records. */
export async function makeDesk(demo: Manifest, options: { locale?: "en" | "ja" } = {}): Promise<Desk> {
  const query = <Row>(text: string, values?: readonly unknown[]) => runSql<Row>(demo.databaseUrl, text, values);
  const world = createWorld({ url: demo.databaseUrl, query });
  const manager = await makePerson(demo, options);
  const { id: organizationId, billingEntityId } = await world.organization();
  await query("UPDATE organizations SET name = 'Desk Works' WHERE id = $1", [organizationId]);
  await world.join(organizationId, manager.id, 30);
  const open = async (name: string) => {
    const room = await world.room({ organizationId, billingEntityId, name });
    await world.enter(room.id, manager.id, 30);
    return room.id;
  };
  const rooms = { desk: await open("Desk"), shared: await open("With partners") };
  for (const name of ["Finance", "Hiring", "Launch", "Support"]) await open(name);
  await world.board(rooms.desk);
  const guest = await makePerson(demo, { roleAtAcme: 20 });
  await world.join(organizationId, guest.id, 10);
  await world.enter(rooms.shared, guest.id, 10);
  const record = async (title: string, origin: "MANUAL" | "TRANSCRIPT") => {
    const id = newId("rec");
    await query(
      `INSERT INTO records (id, room_id, title, content, origin, created_by_id, created_at, updated_at)
       VALUES ($1, $2, $3, 'Mika sends the offer by Friday. Ben books the room.', $4::record_origin, $5, now(), now())`,
      [id, rooms.desk, title, origin, manager.id],
    );
    return id;
  };
  const records = {
    notes: await record("Weekly meeting", "MANUAL"),
    transcript: await record("Call with a customer", "TRANSCRIPT"),
  };
  return { manager, organizationId, billingEntityId, rooms, records };
}

interface PlantedConnector {
  name: string;
  gatewayBaseUrl?: string;
  isEnabled?: boolean;
  toolProfile?: "READ_ONLY" | "TASK_WRITER" | "MESSAGE_WRITER";
  networkMode?: "PRIVATE" | "PUBLIC_WITH_PROXY";
  roomIds?: readonly string[];
}

/** A connector that nobody created: for screens that only show it. Its token is none, so it cannot call. */
export async function plantConnector(demo: Manifest, desk: Desk, planted: PlantedConnector): Promise<string> {
  const { name, gatewayBaseUrl = "http://gateway.internal:18789", isEnabled = true } = planted;
  const { toolProfile = "MESSAGE_WRITER", networkMode = "PRIVATE", roomIds = [desk.rooms.desk] } = planted;
  const id = newId("conn");
  const isPublic = networkMode === "PUBLIC_WITH_PROXY";
  await runSql(
    demo.databaseUrl,
    `INSERT INTO connectors (id, name, organization_id, billing_entity_id, gateway_base_url, gateway_token_ciphertext,
       agent_id, session_strategy, tool_profile, network_mode, is_enabled, public_accepted_at, proxy_accepted_at,
       created_by_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, '', 'main', 'ROOM', $6::tool_profile, $7::network_mode, $8,
       CASE WHEN $9 THEN now() END, CASE WHEN $9 THEN now() END, $10, now(), now())`,
    [
      id,
      name,
      desk.organizationId,
      desk.billingEntityId,
      gatewayBaseUrl,
      toolProfile,
      networkMode,
      isEnabled,
      isPublic,
      desk.manager.id,
    ],
  );
  await runSql(demo.databaseUrl, "INSERT INTO connector_rooms (connector_id, room_id) SELECT $1, unnest($2::text[])", [
    id,
    roomIds,
  ]);
  return id;
}

interface PlantedRun {
  action: "test-connection" | "summarize-record" | "generate-tasks" | "reply-to-room";
  state: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED" | "TIMED_OUT";
  steps?: readonly { name: string; state: string; detail?: string; code?: string; durationMs?: number }[];
  reason?: { code: string; message: string };
  result?: unknown;
  dryRun?: boolean;
  prompt?: string;
  answer?: string;
  sentIds?: readonly string[];
  written?: readonly { type: string; id: string }[];
}

/** A run as the runtime would have left it. */
async function plantRun(demo: Manifest, desk: Desk, connectorId: string, run: PlantedRun): Promise<string> {
  const id = newId("run");
  const isTest = run.action === "test-connection";
  const isDone = run.state === "SUCCEEDED";
  const steps = (run.steps ?? []).map((step) => ({ code: null, detail: null, durationMs: null, ...step }));
  await runSql(
    demo.databaseUrl,
    `INSERT INTO agent_runs (id, connector_id, billing_entity_id, action, state, requested_by_id, room_id, record_id, input,
       prompt, answer, sent_ids, gateway_host, written, reason, reason_code, result, steps, units, units_charged,
       created_at, started_at, finished_at, claimed_at)
     VALUES ($1, $2, $3, $4, $5::run_state, $6, $7, $8, $9, $10, $11, $12, 'gateway.internal:18789', $13, $14, $15, $16, $17,
       $18, $19, now(), CASE WHEN $5 <> 'QUEUED' THEN now() - interval '3 seconds' END,
       CASE WHEN $5 NOT IN ('QUEUED', 'RUNNING') THEN now() END, now() + interval '1 hour')`,
    [
      id,
      connectorId,
      desk.billingEntityId,
      run.action,
      run.state,
      desk.manager.id,
      isTest ? null : desk.rooms.desk,
      run.action === "summarize-record" || run.action === "generate-tasks" ? desk.records.notes : null,
      JSON.stringify({ dryRun: run.dryRun ?? false }),
      run.prompt ?? null,
      run.answer ?? null,
      [...(run.sentIds ?? [])],
      JSON.stringify((run.written ?? []).map((thing) => ({ ...thing, key: thing.id }))),
      run.reason?.message ?? null,
      run.reason?.code ?? null,
      run.result === undefined ? null : JSON.stringify(run.result),
      JSON.stringify(steps),
      isTest ? 10 : 20,
      isDone ? (isTest ? 10 : 20) : 0,
    ],
  );
  return id;
}

const passed = (name: string, detail?: string) => ({
  name,
  state: "passed",
  durationMs: 12,
  ...(detail ? { detail } : {}),
});
const PROPOSALS = [
  { title: "Send the offer", description: "Mika, to the customer", dueDate: "2026-11-27T00:00:00.000Z" },
  { title: "Book the room", description: null, dueDate: null },
];

interface Screens {
  manager: Person;
  paths: string[];
}

/** An organization with so many runs of one connector. */
export async function makeBusyDesk(demo: Manifest, runs: number): Promise<Desk> {
  const desk = await makeDesk(demo);
  const id = await plantConnector(demo, desk, { name: "Desk agent" });
  for (let n = 0; n < runs; n++) await plantRun(demo, desk, id, { action: "reply-to-room", state: "SUCCEEDED" });
  return desk;
}

/** Each screen of connectors with something to show, and the one who may see them. */
export async function listConnectorScreens(demo: Manifest, locale: "en" | "ja"): Promise<Screens> {
  const desk = await makeDesk(demo, { locale });
  const CONNECTORS = "/settings/developer/connectors";
  const id = await plantConnector(demo, desk, { name: "Desk agent", roomIds: [desk.rooms.desk, desk.rooms.shared] });
  const off = await plantConnector(demo, desk, {
    name: "Public helper",
    gatewayBaseUrl: "https://agents.example.com/team",
    isEnabled: false,
    toolProfile: "READ_ONLY",
    networkMode: "PUBLIC_WITH_PROXY",
  });
  await plantRun(demo, desk, id, failedTest());
  const of = (connectorId: string, rests: readonly string[]) =>
    rests.map((rest) => `${CONNECTORS}/${connectorId}${rest}`);
  return {
    manager: desk.manager,
    paths: [
      CONNECTORS,
      `${CONNECTORS}/new`,
      ...of(id, ["", "/test", "/try", "/token?rotated=1", "/edit", "/delete"]),
      ...of(off, ["", "/test?created=1"]),
    ],
  };
}

/** Runs of each kind and in each state. */
export async function listRunScreens(demo: Manifest, locale: "en" | "ja"): Promise<Screens> {
  const desk = await makeDesk(demo, { locale });
  const RUNS = "/settings/developer/agent-runs";
  const id = await plantConnector(demo, desk, { name: "Desk agent" });
  const plant = (run: PlantedRun) => plantRun(demo, desk, id, run);
  const shown = [
    await plant(failedTest()),
    await plant({
      action: "generate-tasks",
      state: "SUCCEEDED",
      dryRun: true,
      steps: [passed("context"), passed("agent"), passed("answer", "2 proposals"), { name: "write", state: "skipped" }],
      result: { kind: "proposals", proposals: PROPOSALS, leftOut: 1 },
      prompt: "You find tasks in the minutes of a meeting.",
      answer: '{"tasks": []}',
      sentIds: [desk.records.notes],
    }),
    await plant({
      action: "reply-to-room",
      state: "RUNNING",
      steps: [passed("context"), { name: "agent", state: "running" }, { name: "answer", state: "pending" }],
    }),
    await plant({
      action: "summarize-record",
      state: "SUCCEEDED",
      result: { kind: "summary", text: "Mika sends the offer.\nBen books the room." },
      sentIds: [desk.records.notes],
    }),
  ];
  await plant({ action: "summarize-record", state: "QUEUED" });
  await plant({
    action: "summarize-record",
    state: "TIMED_OUT",
    reason: { code: "run_timeout", message: "Too long." },
  });
  await plant({ action: "summarize-record", state: "CANCELLED" });
  return {
    manager: desk.manager,
    paths: [
      RUNS,
      `${RUNS}?room=${desk.rooms.shared}`,
      `${RUNS}?open=${shown[0]}`,
      ...shown.map((run) => `${RUNS}/${run}`),
    ],
  };
}

const failedTest = (): PlantedRun => ({
  action: "test-connection",
  state: "FAILED",
  steps: [
    ...["name", "address", "connection"].map((name) => passed(name)),
    { name: "tls", state: "skipped", detail: "The address is http: nothing is encrypted." },
    { name: "authentication", state: "failed", ...REFUSED_TOKEN, durationMs: 3 },
    { name: "model_list", state: "skipped" },
    { name: "model", state: "skipped" },
  ],
  reason: { code: REFUSED_TOKEN.code, message: REFUSED_TOKEN.detail },
});
const REFUSED_TOKEN = { code: "gateway_unauthorized", detail: "The gateway refused the token (401)." };
