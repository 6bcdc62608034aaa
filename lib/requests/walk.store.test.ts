import { describe, expect, test, vi } from "vitest";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { IS_NIGHT } from "../../e2e/support/scenes/night";
import { TOOLS } from "../agents/mcp/tools";
import { type Cause, EXPLAINED, type FixKind } from "../docs/surface/cause-names";
import { REGISTRY } from "../docs/surface/registry";
import { openRequests } from "./open-viewer";
import { OF_CALLERS, type Provocation } from "./walk-callers.cases";
import { APPLY } from "./walk-fixes.cases";
import { OF_REQUESTS } from "./walk-requests.cases";
import {
  CALLERS,
  isExcluded,
  openStage,
  type Stage,
  sendRequest,
  type WalkAnswer,
  type WalkCaller,
  type WalkOperation,
} from "./walk-stage.cases";
import { explainRequest } from "./why";
import { type RefusalText, writeRefusal } from "./write-refusal";

const { database, world } = useEndpointScenes();
const PROVOCATIONS = { ...OF_CALLERS, ...OF_REQUESTS };

/** Time or the service does these; no person can. */
const DONE_BY_OTHERS: Partial<Record<FixKind, string>> = {
  retry: "the service has to come back",
  wait: "the first request has to end",
  check_again: "the state has changed already",
};

const ELSEWHERE: Partial<Record<Cause, string>> = {
  tool_profile: "connectors: lib/agents/runs",
  connector_disabled: "connectors: tools-and-connectors.store.test.ts",
  derived_record: "connectors: lib/agents/runs",
  not_in_connector: "connectors: lib/agents/runs",
  session_ended: "a second look alone sees it: the request itself has no known credential",
  path_unknown: "no operation",
  address_full: "the excess of an address has one row for all of its requests",
  fault: "a fault has no fix",
  key_in_progress: "lib/api/writes.store.test.ts",
  state_changed: "what refused it is over",
};

/** The response says less where the caller must not learn the rest, and more where a value belongs. */
const WORDED_OTHERWISE: Partial<Record<Cause, RegExp>> = {
  credential_unknown: /^(No credential was sent|Send an access token)/,
  token_of_other_resource: /^(This token was issued for another resource\.|The credential is not a valid)/,
  token_expired: /^The credential is not a valid/,
  grant_ended: /^The credential is not a valid/,
  app_inactive: /^The credential is not a valid/,
  key_of_other_environment: /^This API key is unknown\./,
  key_used_elsewhere: /^This API key may not be used from [\d.]+\./,
  account_suspended: /^This (organization|account) is suspended: Pay\.$/,
  scope_not_allowed: /^This credential lacks the scope [a-z:]+\.$/,
  managers_only: /^(Only managers and owners of the room can change its settings|The resource does not exist, or)/,
  record_closed: /^The record is locked and cannot be updated\.$/,
  storage_full: /^The stored files take .* Delete files or add seats\.$/,
  seat_missing: /^The room does not exist, or this credential cannot see it\.$/,
  room_elsewhere: /^The room does not exist, or this credential cannot see it\.$/,
  room_direct: /^The room does not exist, or this credential cannot see it\.$/,
  id_malformed: /^The (room|resource) does not exist, or this credential cannot see it\.$/,
  upload_unfinished: /^The resource does not exist, or this credential cannot see it\.$/,
  foreign_origin: /^The Host header does not name this service\./,
  burst_full: /^More than \d+ requests in this minute\. Wait \d+ s\.$/,
  units_used_up: /^This month's units are used up\. They reset on /,
  key_units_used_up: /^The API key has used its units for this month\. They reset on /,
  limits_down: /^Limits cannot be checked right now, so nothing was done\. Try again shortly\.$/,
  too_large: /^The URL is larger than \d+ bytes\.$/,
  method_unknown: /^Method DELETE is not allowed\./,
  board_missing: /^boardId: this room has no board/,
  input_invalid: /^[\w.]+: /,
};

const startedAt = Math.floor(Date.now() / 60_000) * 60_000 + 5_000;
const seen = new Set<string>();

const OPERATIONS: WalkOperation[] = [
  ...REGISTRY.map((endpoint) => ({ name: endpoint.operationId, endpoint, tool: null })),
  ...TOOLS.map((tool) => ({ name: tool.name, endpoint: tool.endpoint, tool })),
];
const WALKS = OPERATIONS.flatMap((operation) =>
  CALLERS.filter((caller) => operation.tool === null || caller === "user" || caller === "agent").map(
    (caller): [string, WalkCaller, WalkOperation] => [operation.name, caller, operation],
  ),
);

const walked = new Set<string>();

function isDue(stage: Stage, name: string, [code]: Provocation): boolean {
  const { name: operation, endpoint, tool } = stage.operation;
  const refusal = typeof code === "string" ? code : code(stage);
  const kind = [endpoint.kind, tool === null, endpoint.path.includes("{roomId}")];
  const ways = [`${operation} ${refusal}`, [name, stage.caller, ...kind].join(" ")];
  const isNew = ways.some((way) => !walked.has(way));
  for (const way of ways) walked.add(way);
  return IS_NIGHT || isNew;
}

describe("every refusal, its cause and the fix that makes the call pass", () => {
  test.each(WALKS)("%s by %s", async (_, caller, operation) => {
    vi.setSystemTime(startedAt);
    const stage = await openStage(database, world, operation, caller);
    if (!isExcluded(stage)) expect(await sendRequest(stage)).toMatchObject({ code: null });
    const problems: string[] = [];
    for (const [name, provocation] of Object.entries(PROVOCATIONS)) {
      const [, applies] = provocation;
      if (applies(stage) && isDue(stage, name, provocation)) problems.push(...(await walk(stage, name, provocation)));
    }
    expect(problems).toEqual([]);
  });
});

test("walks every cause with each of its fixes", () => {
  const missing = EXPLAINED.filter(({ cause, fix }) => !(cause in ELSEWHERE) && !(fix in DONE_BY_OTHERS)).filter(
    ({ code, cause, fix }) => !seen.has([code, cause, fix].join(" ")),
  );
  expect(missing).toEqual([]);
});

async function walk(stage: Stage, name: string, provocation: Provocation): Promise<string[]> {
  const begunAt = Date.now() + 60_000;
  vi.setSystemTime(begunAt);
  Object.assign(stage.request, stage.good);
  const [, , provoke] = provocation;
  const undo = await provoke(stage);
  try {
    return (await refuseAndFix(stage, provocation)).map((problem) => `${name}: ${problem}`);
  } finally {
    vi.setSystemTime(begunAt);
    if (typeof undo === "function") await undo();
    await restore(stage);
  }
}

async function restore({ scene }: Stage) {
  const { roomId } = scene.params;
  await database.query("UPDATE room_members SET role = 30 WHERE room_id = $1 AND user_id = $2", [roomId, scene.userId]);
  await database.query("UPDATE webhooks SET is_active = true, consecutive_failures = 0 WHERE room_id = $1", [roomId]);
}

async function refuseAndFix(stage: Stage, [code, , , asks]: Provocation): Promise<string[]> {
  const refused = await sendRequest(stage);
  const expected = typeof code === "string" ? code : code(stage);
  if (refused.code !== expected)
    return [`${refused.status} ${refused.code} in place of ${expected}: ${refused.message}`];
  const viewer = await openRequests(asks?.(stage) ?? askedBy(stage));
  const { stop } = await explainRequest(viewer, refused.requestId);
  if (!stop) return ["has no explanation"];
  const { cause, fix } = stop;
  const row = [stop.code, cause, fix.kind].join(" ");
  seen.add(row);
  const told = writeRefusal(stop);
  const apply = APPLY[fix.kind];
  if (apply) await apply(stage, stop);
  else if (!(fix.kind in DONE_BY_OTHERS)) return [`nobody can do ${row}`];
  const passed = apply ? await sendRequest(stage) : null;
  return [
    ...(EXPLAINED.some((known) => [known.code, known.cause, known.fix].join(" ") === row) ? [] : [`unknown ${row}`]),
    ...listProblems(told, cause, refused),
    ...(passed === null || passed.code === null ? [] : [`${row} leads to ${passed.status} ${passed.message}`]),
  ];
}

const askedBy = ({ caller, scene, ownerId }: Stage) =>
  caller === "personal_key" || caller === "session" ? scene.userId : ownerId;

function listProblems(told: RefusalText, cause: Cause, { message }: WalkAnswer): string[] {
  const [said, fix] = [told.cause, told.fix].map((text) => text.replaceAll("’", "'"));
  const pattern = WORDED_OTHERWISE[cause];
  const problems = `${said} ${fix}`.includes("?") ? [`a sentence lacks a value: ${said} ${fix}`] : [];
  if (pattern) return pattern.test(message) ? problems : [...problems, `${cause} is worded "${message}"`];
  const rest = message.startsWith(`${said}`) ? message.slice(`${said}`.length).trim() : null;
  return rest === "" || rest === fix ? problems : [...problems, `"${message}" is not "${said} ${fix}"`];
}
