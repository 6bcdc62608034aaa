import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Place, readSourceGraph } from "./source-graph";

const graph = readSourceGraph();
const places = [...graph.places];
const files = [...graph.files.keys()];
const isStatement = (place: Place) => /\.sql\.ts#/.test(place);
const reachFrom = (pattern: RegExp) =>
  graph.reach(places.map(([place]) => place).filter((place) => pattern.test(place)));

/**
 * The workspace and `/v1` write through the same verbs, so they keep the same rules and cause the same events. One more
 * file that writes these rows would be a second way to do the same.
 */
const WRITERS: Record<string, readonly string[]> = {
  "DELETE FROM files": ["lib/files/erase.ts"],
  "DELETE FROM message_reactions": ["lib/messages/change.ts", "lib/messages/set-reaction.ts"],
  "DELETE FROM record_versions": ["lib/records/update.ts"],
  "DELETE FROM records": ["lib/records/delete.ts"],
  "DELETE FROM room_members": ["lib/rooms/change-member.ts", "lib/rooms/end-seats.ts"],
  "INSERT INTO approvals": ["lib/records/approve.ts"],
  "INSERT INTO boards": ["lib/rooms/create.ts", "lib/tasks/create-board.ts"],
  "INSERT INTO files": ["lib/files/create.ts"],
  "INSERT INTO message_reactions": ["lib/messages/set-reaction.ts"],
  "INSERT INTO messages": ["lib/messages/create.ts"],
  "INSERT INTO record_comments": ["lib/records/write-comment.ts"],
  "INSERT INTO record_versions": ["lib/records/update.ts"],
  "INSERT INTO records": ["lib/records/create.ts"],
  "INSERT INTO room_members": ["lib/rooms/seat-people.ts"],
  "INSERT INTO rooms": ["lib/rooms/create.ts", "lib/rooms/open-direct-room.ts"],
  "INSERT INTO tasks": ["lib/tasks/create.ts"],
  "UPDATE approvals": ["lib/records/approve.ts", "lib/records/update.ts"],
  "UPDATE boards": ["lib/tasks/change-board.ts"],
  "UPDATE files": ["lib/files/complete.ts"],
  "UPDATE messages": ["lib/messages/change.ts"],
  "UPDATE record_comments": ["lib/records/write-comment.ts"],
  "UPDATE records": ["lib/records/change-lifecycle.ts", "lib/records/update.ts"],
  "UPDATE room_members": ["lib/rooms/change-member.ts", "lib/rooms/end-seats.ts"],
  "UPDATE rooms": ["lib/rooms/update.ts"],
  "UPDATE tasks": ["lib/tasks/update.ts"],
};

const TABLES = {
  message: "messages",
  messageReaction: "message_reactions",
  task: "tasks",
  record: "records",
  file: "files",
  room: "rooms",
  roomMember: "room_members",
  board: "boards",
  approval: "approvals",
  recordVersion: "record_versions",
  recordComment: "record_comments",
};
const CALLS = { create: "INSERT INTO", upsert: "INSERT INTO", update: "UPDATE", delete: "DELETE FROM" };
const SQL_WRITES = new RegExp(
  `\\b(?:INSERT INTO|UPDATE|DELETE FROM)\\s+(?:${Object.values(TABLES).join("|")})\\b`,
  "g",
);
const PRISMA_WRITES = new Map<string, string>(
  Object.entries(TABLES).flatMap(([model, table]) =>
    Object.entries(CALLS).map(([call, statement]) => [`${model}.${call}`, `${statement} ${table}`] as const),
  ),
);

/** The writes of a declaration and of the statements that it names, in SQL and through Prisma, both told as SQL. */
function listWrites(place: Place): string[] {
  return [...graph.reach([place], isStatement)].flatMap((reached) => {
    const { texts = [], mentions = [] } = graph.places.get(reached) ?? {};
    const calls = [...mentions].map((name) => PRISMA_WRITES.get(name.replace(/Many(AndReturn)?$/, "")) ?? []);
    return [...texts.flatMap((text) => text.match(SQL_WRITES) ?? []), ...calls.flat()];
  });
}

const writers = places
  .filter(([place]) => !isStatement(place))
  .flatMap(([place, { file }]) => listWrites(place).map((statement) => ({ statement, place, file })));

test("writes each row of a room where it belongs, and nowhere else", () => {
  const found = new Set(writers.map(({ statement, file }) => `${statement} in ${file}`));
  const listed = Object.entries(WRITERS).flatMap(([statement, of]) => of.map((file) => `${statement} in ${file}`));
  expect([...found].sort()).toEqual(listed.sort());
});

test("writes by /v1 through verbs of the workspace alone", () => {
  const api = reachFrom(/^lib\/.*\/endpoints\.ts#/);
  const workspace = reachFrom(/^app\/(rooms|api\/rooms|settings\/organizations)\//);
  const verbs = [...new Set(writers.map(({ place }) => place))].filter((place) => api.has(place));
  expect(verbs).toContain("lib/tasks/create.ts#createTask");
  expect(verbs.filter((verb) => !workspace.has(verb))).toEqual([]);
});

const IS_URL_CHECK = "has the limit of typed URLs";
/** Actions of the browser that do not count as writes of their person. */
const UNCOUNTED_ACTIONS: Record<string, string> = {
  "app/cli/approve/actions.ts#decide": "decides once; the command lines that ask are limited",
  "app/cli/approve/actions.ts#findCode": "has the limits of codes",
  "app/cli/approve/actions.ts#switchAccount": "ends a session, which must never wait",
  "app/confirm/actions.ts#confirmWithPasskey": "has the limits of sign-ins",
  "app/confirm/actions.ts#confirmWithPassword": "has the limits of sign-ins",
  "app/not-me/actions.ts#endEverything": "takes a link that works once",
  "app/report-invitation/actions.ts#report": "takes a link of a mail: repeating it changes nothing",
  "app/login/actions.ts#signIn": "has the limits of sign-ins",
  "app/login/actions.ts#signInWithPasskey": "has the limits of sign-ins",
  "app/login/actions.ts#signInToDemo": "has the limits of sign-ins",
  "app/password/actions.ts#finishReset": "takes a link that works once",
  "app/password/actions.ts#requestReset": "has the limits of requested mails",
  "app/sign-up/actions.ts#finishSignUp": "takes a link that works once",
  "app/sign-up/actions.ts#requestSignUp": "has the limits of requested mails",
  "app/unsubscribe/actions.ts#unsubscribe": "takes a signed link: repeating it changes nothing",
  "app/oauth/consent/actions.ts#switchAccount": "ends a session, which must never wait",
  "app/preferences/actions.ts#chooseArea": "a choice of this browser",
  "app/preferences/actions.ts#chooseLocale": "a choice of this browser",
  "app/preferences/actions.ts#chooseTheme": "a choice of this browser",
  "app/settings/account/actions.ts#signOut": "ends a session, which must never wait",
  "app/settings/account/actions.ts#signOutDevice": "ends a session, which must never wait",
  "app/settings/account/actions.ts#signOutEverywhere": "ends a session, which must never wait",
  "app/settings/account/actions.ts#signOutOthers": "ends a session, which must never wait",
  "app/settings/account/passkeys/actions.ts#begin": "keeps nothing",
  "app/settings/account/passkeys/actions.ts#remove": "ends a way to sign in, which must never wait",
  "app/settings/admin/background/actions.ts#cancel": "ends a run, which must never wait",
  "app/settings/admin/background/actions.ts#retry": "a run that is under way again is not retried twice",
  "app/settings/admin/oauth-apps/actions.ts#endOverlapNow": "ends a secret, which must never wait",
  "app/settings/admin/oauth-apps/actions.ts#reactivate": "a switch: repeating it changes nothing",
  "app/settings/admin/tenants/actions.ts#resume": "a switch: repeating it changes nothing",
  "app/settings/notifications/actions.ts#markAsRead":
    "hides nothing and tells no one else: repeating it changes nothing",
  "app/settings/notifications/actions.ts#removePushDevice": "ends pushes to a device, which must never wait",
  "app/settings/developer/_alerts/actions.ts#dismiss": "hides a notice from this person: repeating it changes nothing",
  "app/settings/developer/agent-runs/actions.ts#cancel": "ends a run, which must never wait",
  "app/settings/developer/api-keys/actions.ts#endRecording": "ends a recording, which must never wait",
  "app/settings/developer/api-keys/actions.ts#revoke": "ends a key, which must never wait",
  "app/settings/developer/authorized-apps/actions.ts#endCommandLine": "ends a session, which must never wait",
  "app/settings/developer/authorized-apps/actions.ts#revoke": "ends a grant, which must never wait",
  "app/settings/developer/connectors/actions.ts#checkGateway": IS_URL_CHECK,
  "app/settings/developer/connectors/actions.ts#run": "has the limits of agent runs",
  "app/settings/developer/webhooks/delivery-actions.ts#sendMany": "has the limit of deliveries",
  "app/settings/developer/webhooks/delivery-actions.ts#sendCanaryTest": "has the limit of deliveries",
  "app/settings/developer/webhooks/delivery-actions.ts#test": "has the limit of deliveries",
  "app/settings/developer/webhooks/actions.ts#checkUrl": IS_URL_CHECK,
  "app/settings/developer/audit-log/streams/actions.ts#checkUrl": IS_URL_CHECK,
  "app/settings/developer/webhooks/delivery-actions.ts#redeliverOne": "has the limit of deliveries",
  "app/rooms/actions.ts#markAllRoomsRead": "moves a person's own places in rooms: repeating it changes nothing",
  "app/rooms/actions.ts#chooseRoomLevel": "saves a person's own choice: repeating it changes nothing",
  "app/rooms/actions.ts#markRoomRead": "moves a person's own place in a room: repeating it changes nothing",
  "app/rooms/[roomId]/records/[recordId]/_comments/actions.ts#markShownComments":
    "moves a person's own place on a record: repeating it changes nothing",
  "app/rooms/[roomId]/records/[recordId]/_agent/actions.ts#ask": "has the limits of agent runs",
  "app/rooms/[roomId]/records/[recordId]/_agent/actions.ts#stop": "ends a run, which must never wait",
};

test("counts every action towards the write burst of its person, or says why it does not", () => {
  const reaches = (place: Place, limit: string) => graph.reach([place]).has(`lib/usage/limit-burst.ts#${limit}`);
  const actions = places
    .filter(([, { file, isExported }]) => isExported && graph.files.get(file)?.directive === "use server")
    .map(([place]) => place)
    .filter((place) => /^app\/.*#\w+$/.test(place));
  const exceptions = Object.keys(UNCOUNTED_ACTIONS);
  expect(actions.length).toBeGreaterThan(60);
  expect(actions.filter((action) => !reaches(action, "limitPersonWrites")).sort()).toEqual(exceptions.sort());
  const checks = exceptions.filter((name) => UNCOUNTED_ACTIONS[name] === IS_URL_CHECK);
  expect(actions.filter((action) => reaches(action, "limitPersonUrlChecks")).sort()).toEqual(checks.sort());
});

test("shares nothing between the module graphs that throws or compares one of our classes", () => {
  // Reading the environment fails only at the start, before a second module graph exists.
  const listClasses = (place: Place) =>
    [...graph.reach([place])].filter(
      (reached) => graph.places.get(reached)?.isClass && reached !== "lib/platform/env.ts#EnvError",
    );
  const sharing = places
    .filter(([, { file, mentions }]) =>
      [...mentions].some((name) => graph.resolve(file, name) === "lib/platform/shared.ts#shared"),
    )
    .map(([place]) => place);
  expect(sharing).toContain("lib/webhooks/delivery/client.ts#webhookClient");
  expect(sharing.length).toBeGreaterThan(25);
  expect(listClasses("lib/files/open-storage.ts#fileStorage")).toEqual(["lib/platform/errors.ts#AppError"]);
  expect(sharing.flatMap((place) => listClasses(place).map((name) => `${place} leads to ${name}`))).toEqual([]);
});

const inBrowser = new Set(files.filter((file) => graph.files.get(file)?.directive === "use client"));
// A browser calls actions, and loads none of what they import.
for (const file of inBrowser)
  for (const target of graph.files.get(file)?.targets ?? [])
    if (graph.files.get(target)?.directive !== "use server") inBrowser.add(target);

test("gives browsers no module that reads the environment, the database or anything else of Node", () => {
  const server = /^node:|^pg$|^lib\/(platform\/(env|log)|db\/(transaction|pool|prisma))\.ts$/;
  expect(inBrowser).toContain("lib/tasks/task-fields.ts");
  expect([...inBrowser].filter((target) => server.test(target))).toEqual([]);
});

test("reads the environment in one place", () => {
  const readers = places.filter(([, { mentions }]) => mentions.has("process.env")).map(([place]) => place);
  // Next reads its own variable.
  expect(readers.sort()).toEqual(["lib/front-door/next-pages.ts#presetConfig", "lib/platform/env.ts#env"]);
});

test("opens connections through lib/egress and lib/front-door, or to addresses of the operator", () => {
  const network = /^(?:node:)?(?:net|tls|http|https|http2|dgram|dns)(?:\/|$)|^undici$/;
  const opening = [...graph.files].filter(([, { targets }]) => [...targets].some((target) => network.test(target)));
  const fetching = places.filter(([, { mentions }]) => mentions.has("fetch")).map(([, { file }]) => file);
  const found = [...opening.map(([file]) => file), ...fetching];
  const guards = /^lib\/(egress|front-door)\/|^app\/(_light\/browser|_pdf\/frame)\//;
  expect([...new Set(found)].filter((file) => !guards.test(file) && !inBrowser.has(file)).sort()).toEqual([
    "inngest/client.ts",
    "inngest/embedded/event-entry.ts",
    "lib/accounts/sign-in/providers.ts",
    "lib/accounts/sign-in/read-demo-people.ts",
    "lib/admin/monitoring/send-spans.ts",
    "lib/admin/monitoring/serve-metrics.ts",
    "lib/agents/mcp/server.ts",
  ]);
});

test("says at the top of each SQL file why it is SQL and not Prisma", () => {
  const silent = files.filter((file) => file.endsWith(".sql.ts") && !readFileSync(file, "utf8").startsWith("// SQL: "));
  expect(silent).toEqual([]);
});

/** A fixed time is too short for a slow machine and too long for all others. Loops may pace themselves by less. */
test("waits in tests for what shall happen, not for a time", () => {
  const tests = globSync("{app,e2e,inngest,lib,packages,scripts}/**/*.{test,spec,cases}.ts", {
    exclude: ["**/node_modules/**"],
  });
  const wait = /await (?:sleep\(|\w+\.waitForTimeout\(|new Promise\(\(?\w+\)? => setTimeout\(\w+, )\d[\d_]{2,}\)/g;
  const list = (file: string) =>
    [...(readFileSync(file, "utf8").match(wait) ?? [])].map((found) => `${file}: ${found}`);
  expect(tests.length).toBeGreaterThan(500);
  expect(tests.flatMap(list)).toEqual([]);
});
