import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readSourceGraph } from "../support/source-graph";

/**
 * The workspace and `/v1` write through the same verbs, so they keep the same rules and cause the same events. This
 * lists every verb of the resources that writes, and says who reaches it. A new one belongs into the list, with a
 * reason if only one of the two has it: first make sure that it does nothing that a verb of the list does already.
 */
const BOTH = "both";
const VERBS: Record<string, typeof BOTH | { workspace: string } | { inside: string }> = {
  "lib/messages/create.ts#createMessage": BOTH,
  "lib/messages/edit.ts#editMessage": { workspace: "§4 has no endpoint that edits messages" },
  "lib/messages/delete.ts#deleteMessage": { workspace: "§4 has no endpoint that deletes messages" },
  "lib/messages/set-reaction.ts#setReaction": { workspace: "§4 has no endpoint for reactions" },
  "lib/tasks/create.ts#createTask": BOTH,
  "lib/tasks/update.ts#updateTask": BOTH,
  "lib/records/create.ts#createRecord": BOTH,
  "lib/records/update.ts#updateRecord": BOTH,
  "lib/files/create.ts#createFile": BOTH,
  "lib/files/complete.ts#completeFile": BOTH,
  "lib/files/erase.ts#eraseUnfinishedFiles": { inside: "a job: uploads that nobody completed" },

  // §1, §4: rooms, their people and their boards are arranged by people in the workspace; /v1 reads them.
  "lib/rooms/create.ts#createRoom": { workspace: "§4 has no endpoint that makes rooms" },
  "lib/rooms/open-direct-room.ts#openDirectRoom": { workspace: "§1: direct messages are never on /v1" },
  "lib/rooms/update.ts#updateRoom": BOTH,
  "lib/rooms/rename.ts#renameRoom": { workspace: "updateRoom, with the act of a session" },
  "lib/rooms/add-member.ts#addMember": { workspace: "§4 has no endpoint that changes members" },
  "lib/rooms/change-member.ts#changeMemberRole": { workspace: "§4 has no endpoint that changes members" },
  "lib/rooms/change-member.ts#removeMember": { workspace: "§4 has no endpoint that changes members" },
  "lib/rooms/seat-people.ts#seatPeople": { inside: "of createRoom, addMember and endSeats" },
  "lib/rooms/end-seats.ts#endSeats": { inside: "with the place in the organization, by lib/offboarding" },
  "lib/tasks/create-board.ts#createBoard": { workspace: "§4 has no endpoint that makes boards" },
  "lib/tasks/rename-board.ts#renameBoard": { workspace: "§4 has no endpoint that changes boards" },
  "lib/tasks/archive-board.ts#archiveBoard": { workspace: "§4 has no endpoint that changes boards" },
  "lib/tasks/archive-board.ts#restoreBoard": { workspace: "§4 has no endpoint that changes boards" },
  "lib/tasks/edit.ts#editTask": { workspace: "updateTask, with the other's version when it lost" },

  // §3: who approves, locks and deletes is not on /v1.
  "lib/records/approve.ts#requestApproval": { workspace: "§4 has no endpoint for approvals" },
  "lib/records/approve.ts#decideApproval": { workspace: "§4 has no endpoint for approvals" },
  "lib/records/approve.ts#withdrawApproval": { workspace: "§4 has no endpoint for approvals" },
  "lib/records/change-lifecycle.ts#setLifecycle": { inside: "of approvals and lifecycle actions" },
  "lib/records/change-lifecycle.ts#changeLifecycle": { workspace: "§4 has no endpoint that locks or archives" },
  "lib/records/delete.ts#deleteRecord": { workspace: "§4 has no endpoint that deletes" },
  "lib/records/restore-version.ts#restoreVersion": { workspace: "updateRecord, with an earlier text" },

  "lib/records/add-comment.ts#addComment": { workspace: "§4 has no endpoint for comments" },
  "lib/records/edit-comment.ts#editComment": { workspace: "§4 has no endpoint for comments" },
  "lib/records/delete-comment.ts#deleteComment": { workspace: "§4 has no endpoint for comments" },
};

/** Where each of these rows is written: one more place would be a second way to do the same. */
const PENS: Record<string, readonly string[]> = {
  "INSERT INTO messages": ["lib/messages/messages.sql.ts"],
  "UPDATE messages": ["lib/messages/changes.sql.ts"],
  "INSERT INTO message_reactions": ["lib/messages/reactions.sql.ts"],
  "INSERT INTO tasks": ["lib/tasks/tasks.sql.ts"],
  "UPDATE tasks": ["lib/tasks/tasks.sql.ts"],
  "INSERT INTO records": ["lib/records/records.sql.ts"],
  "INSERT INTO record_comments": ["lib/records/comments.sql.ts"],
  "UPDATE record_comments": ["lib/records/comments.sql.ts"],
  "INSERT INTO files": ["lib/files/files.sql.ts"],
  "UPDATE files": ["lib/files/files.sql.ts"],
  // Direct rooms have no owner, no board and no members who join later.
  "INSERT INTO rooms": ["lib/rooms/create.ts", "lib/rooms/open-direct-room.ts"],
  "INSERT INTO room_members": ["lib/rooms/seat-people.ts"],
};

const MODELS = {
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
const STATEMENTS = { create: "INSERT INTO", upsert: "INSERT INTO", update: "UPDATE", delete: "DELETE FROM" };
const SQL_WRITES = new RegExp(`\\b(INSERT INTO|UPDATE|DELETE FROM)\\s+(${Object.values(MODELS).join("|")})\\b`, "g");

const graph = readSourceGraph(fileURLToPath(new URL("../..", import.meta.url)));
const isThere = (verb: string) => graph.files.includes(verb.replace(/#.*/, ""));
const listed = Object.entries(VERBS).filter(([verb]) => isThere(verb));

/** The writes of a declaration, in SQL and through Prisma, both told as SQL. */
function listWrites(place: string): string[] {
  const texts = graph.readTexts(place).flatMap((text) => [...text.matchAll(SQL_WRITES)]);
  const calls = Object.entries(MODELS).flatMap(([model, table]) =>
    Object.entries(STATEMENTS).map(([call, statement]) => ({
      call: `${model}.${call}`,
      write: `${statement} ${table}`,
    })),
  );
  const mentions = graph.readMentions(place).map((name) => name.replace(/(Many|ManyAndReturn)$/, ""));
  return [
    ...texts.map(([, statement, table]) => `${statement} ${table}`),
    ...calls.filter(({ call }) => mentions.includes(call)).map(({ write }) => write),
  ];
}

function writes(place: string): boolean {
  return [...graph.reach(place)].some((reached) => listWrites(reached).length > 0);
}

function reachFrom(files: readonly string[]): Set<string> {
  return new Set(files.flatMap((file) => [...graph.reachFrom(file)]));
}

const WORKSPACE = graph.files.filter((file) => /^app\/(rooms|api\/rooms|settings\/organizations)\//.test(file));
const api = reachFrom(graph.files.filter((file) => /^lib\/[a-z-]+\/endpoints\.ts$/.test(file)));
const workspace = reachFrom(WORKSPACE);

test("every verb that writes is listed, and every listed one writes", () => {
  const stores = graph.files.filter((file) =>
    /^lib\/(messages|tasks|records|files|rooms)\/(?!endpoints|.*\.(sql|test)\.ts)[^/]+\.ts$/.test(file),
  );
  const found = stores.flatMap((file) =>
    graph
      .listExports(file)
      .filter((name) => /^[a-z]/.test(name))
      .map((name) => `${file}#${name}`)
      .filter(writes),
  );
  expect(stores.length).toBeGreaterThanOrEqual(5);
  expect(found.sort()).toEqual(listed.map(([verb]) => verb).sort());
});

test("what both surfaces have, both reach, and it is the same", () => {
  const both = listed.filter(([, surfaces]) => surfaces === BOTH).map(([verb]) => verb);
  expect(both.filter((verb) => !api.has(verb))).toEqual([]);
  // A tab that is not there yet reaches nothing; one that is there reaches all verbs of its resource.
  const hasTab = (verb: string) => WORKSPACE.some((file) => file.includes(`/${verb.split("/")[1]}/`));
  const expected = both.filter((verb) => hasTab(verb) || workspace.has(verb));
  expect(expected.filter((verb) => !workspace.has(verb))).toEqual([]);
});

test("what only the workspace has, it reaches, and /v1 does not", () => {
  const only = listed.filter(([, surfaces]) => surfaces !== BOTH && "workspace" in surfaces).map(([verb]) => verb);
  expect(only.length).toBeGreaterThan(0);
  expect(only.filter((verb) => !workspace.has(verb))).toEqual([]);
  expect(only.filter((verb) => api.has(verb))).toEqual([]);
});

test("each of these rows is written where it belongs, and nowhere else", () => {
  const found = graph.listPlaces().flatMap((place) => listWrites(place).map((statement) => ({ statement, place })));
  for (const [statement, files] of Object.entries(PENS)) {
    const places = found.filter((pen) => pen.statement === statement).map(({ place }) => place.replace(/#.*/, ""));
    expect([statement, [...new Set(places)].sort()]).toEqual([statement, files]);
  }
});

test("no page and no action reaches the database but through a store", () => {
  const database = /^(lib\/platform\/db\.ts|prisma\/)/;
  const direct = graph.files
    .filter((file) => file.startsWith("app/"))
    .filter((file) => graph.listImports(file).some((target) => database.test(target)));
  expect(direct).toEqual([]);
});
