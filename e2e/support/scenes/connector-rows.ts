import type { Manifest } from "../../../prisma/seed/manifest";
import { makePerson } from "./people";
import { openDemoWorld } from "./world";

/** An organization that no other test knows: its manager, rooms (one shared with another organization), records. */
export async function makeDesk(demo: Manifest, options: { locale?: "en" | "ja" } = {}) {
  const world = openDemoWorld(demo);
  const manager = await makePerson(demo, options);
  const { id: organizationId, billingEntityId } = await world.organization();
  await world.query("UPDATE organizations SET name = 'Desk Works' WHERE id = $1", [organizationId]);
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
  const content = "Mika sends the offer by Friday. Ben books the room.";
  const record = (title: string, origin: "MANUAL" | "TRANSCRIPT") =>
    world.insert("records", { room_id: rooms.desk, title, content, origin, created_by_id: manager.id });
  const records = {
    notes: await record("Weekly meeting", "MANUAL"),
    transcript: await record("Call with a customer", "TRANSCRIPT"),
  };
  return { manager, organizationId, billingEntityId, rooms, records };
}
export type Desk = Awaited<ReturnType<typeof makeDesk>>;

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
  const { insert } = openDemoWorld(demo);
  const { roomIds = [desk.rooms.desk], networkMode = "PRIVATE", toolProfile = "MESSAGE_WRITER" } = planted;
  const acceptedAt = networkMode === "PUBLIC_WITH_PROXY" ? new Date() : undefined;
  const id = await insert("connectors", {
    name: planted.name,
    organization_id: desk.organizationId,
    billing_entity_id: desk.billingEntityId,
    gateway_base_url: planted.gatewayBaseUrl ?? "http://gateway.internal:18789",
    tool_profile: toolProfile,
    network_mode: networkMode,
    is_enabled: planted.isEnabled ?? true,
    public_accepted_at: acceptedAt,
    proxy_accepted_at: acceptedAt,
    created_by_id: desk.manager.id,
  });
  for (const roomId of roomIds) await insert("connector_rooms", { connector_id: id, room_id: roomId });
  return id;
}

interface PlantedRun {
  action: "test-connection" | "summarize-record" | "generate-tasks" | "reply-to-room";
  state: "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED" | "TIMED_OUT";
  steps?: readonly { name: string; state: string; detail?: string; code?: string; durationMs?: number }[];
  reason?: { code: string; message: string };
  result?: object;
  dryRun?: boolean;
  prompt?: string;
  answer?: string;
  sentIds?: readonly string[];
}

/** A run as the runtime would have left it. */
function plantRun(demo: Manifest, desk: Desk, connectorId: string, run: PlantedRun): Promise<string> {
  const isTest = run.action === "test-connection";
  const units = isTest ? 10 : 20;
  const steps = (run.steps ?? []).map((step) => ({ code: null, detail: null, durationMs: null, ...step }));
  return openDemoWorld(demo).insert("agent_runs", {
    connector_id: connectorId,
    billing_entity_id: desk.billingEntityId,
    action: run.action,
    state: run.state,
    requested_by_id: desk.manager.id,
    room_id: isTest ? null : desk.rooms.desk,
    record_id: /^(summarize|generate)-/.test(run.action) ? desk.records.notes : null,
    input: { dryRun: run.dryRun ?? false },
    prompt: run.prompt,
    answer: run.answer,
    sent_ids: [...(run.sentIds ?? [])],
    gateway_host: "gateway.internal:18789",
    reason: run.reason?.message,
    reason_code: run.reason?.code,
    result: run.result,
    steps: JSON.stringify(steps),
    units,
    units_charged: run.state === "SUCCEEDED" ? units : 0,
    started_at: run.state === "QUEUED" ? null : new Date(Date.now() - 3_000),
    finished_at: run.state === "QUEUED" || run.state === "RUNNING" ? null : new Date(),
    claimed_at: new Date(Date.now() + 3_600_000),
  });
}

const passed = (name: string, more: { detail?: string } = {}) => ({ name, state: "passed", durationMs: 12, ...more });
const PROPOSALS = [
  { title: "Send the offer", description: "Mika, to the customer", dueDate: "2026-11-27T00:00:00.000Z" },
  { title: "Book the room", description: null, dueDate: null },
];

/** An organization with so many runs of one connector. */
export async function makeBusyDesk(demo: Manifest, runs: number): Promise<Desk> {
  const desk = await makeDesk(demo);
  const id = await plantConnector(demo, desk, { name: "Desk agent" });
  for (let n = 0; n < runs; n++) await plantRun(demo, desk, id, { action: "reply-to-room", state: "SUCCEEDED" });
  return desk;
}

/** Each screen of connectors with something to show, and the one who may see them. */
export async function listConnectorScreens(demo: Manifest, locale: "en" | "ja") {
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
    person: desk.manager,
    paths: [
      CONNECTORS,
      `${CONNECTORS}/new`,
      ...of(id, ["", "/test", "/try", "/token?rotated=1", "/edit", "/edit?step=delete"]),
      ...of(off, ["", "/test?created=1"]),
    ],
  };
}

/** Runs of each kind and in each state. */
export async function listRunScreens(demo: Manifest, locale: "en" | "ja") {
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
      steps: [
        passed("context"),
        passed("agent"),
        passed("answer", { detail: "2 proposals" }),
        { name: "write", state: "skipped" },
      ],
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
    person: desk.manager,
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
    { name: "tls", state: "skipped", detail: "The URL uses http, so nothing is encrypted." },
    { name: "authentication", state: "failed", ...REFUSED_TOKEN, durationMs: 3 },
    { name: "model_list", state: "skipped" },
    { name: "model", state: "skipped" },
  ],
  reason: { code: REFUSED_TOKEN.code, message: REFUSED_TOKEN.detail },
});
const REFUSED_TOKEN = { code: "gateway_unauthorized", detail: "The gateway refused the token (401)." };
