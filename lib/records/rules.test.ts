import { expect, test } from "vitest";
import { RECORD_STATUSES, type RecordStatus } from "./record";
import { applyAction, checkAction, listActions, RECORD_ACTIONS, type RecordFacts } from "./rules";

const facts = (changes: Partial<RecordFacts>): RecordFacts => ({
  status: "DRAFT",
  unlocksTo: null,
  unarchivesTo: null,
  role: 20,
  isCreator: false,
  isRequester: false,
  hasOtherDecider: true,
  ...changes,
});

const WHO = {
  guest: { role: 10, isCreator: true, isRequester: true },
  member: {},
  creator: { isCreator: true, isRequester: true },
  manager: { role: 30 },
  owner: { role: 40 },
  "creating manager": { role: 30, isCreator: true, isRequester: true },
  "only manager": { role: 30, isCreator: true, isRequester: true, hasOtherDecider: false },
} satisfies Record<string, Partial<RecordFacts>>;

const ALL = "lock archive delete";
const HELD = "unlock archive delete";

const TABLE: Record<RecordStatus, Record<keyof typeof WHO, string>> = {
  DRAFT: {
    guest: "",
    member: "comment",
    creator: "comment edit request archive delete",
    manager: `comment ${ALL}`,
    owner: `comment ${ALL}`,
    "creating manager": `comment edit request ${ALL}`,
    "only manager": `comment edit request ${ALL}`,
  },
  PENDING_APPROVAL: {
    guest: "",
    member: "comment",
    creator: "comment edit withdraw delete",
    manager: "comment decide delete",
    owner: "comment decide delete",
    "creating manager": "comment edit withdraw delete",
    "only manager": "comment edit withdraw decide delete",
  },
  APPROVED: {
    guest: "",
    member: "comment",
    creator: "comment edit archive delete",
    manager: `comment ${ALL}`,
    owner: `comment ${ALL}`,
    "creating manager": `comment edit ${ALL}`,
    "only manager": `comment edit ${ALL}`,
  },
  REJECTED: {
    guest: "",
    member: "comment",
    creator: "comment edit request archive delete",
    manager: `comment ${ALL}`,
    owner: `comment ${ALL}`,
    "creating manager": `comment edit request ${ALL}`,
    "only manager": `comment edit request ${ALL}`,
  },
  LOCKED: {
    guest: "",
    member: "comment",
    creator: "comment",
    manager: `comment ${HELD}`,
    owner: `comment ${HELD}`,
    "creating manager": `comment ${HELD}`,
    "only manager": `comment ${HELD}`,
  },
  ARCHIVED: {
    guest: "",
    member: "",
    creator: "unarchive delete",
    manager: "unarchive delete",
    owner: "unarchive delete",
    "creating manager": "unarchive delete",
    "only manager": "unarchive delete",
  },
};

test.each(RECORD_STATUSES)("checks who may act on a record that is %s", (status) => {
  const moves = Object.fromEntries(
    Object.entries(WHO).map(([who, person]) => [who, listActions(facts({ ...person, status })).join(" ")]),
  );
  expect(moves).toEqual(TABLE[status]);
});

test("keeps a record archived while locked from its creator", () => {
  const archived = facts({ ...WHO.creator, status: "ARCHIVED", unarchivesTo: "LOCKED" });
  expect(listActions(archived)).toEqual([]);
  expect(listActions({ ...archived, role: 30 })).toEqual(["unarchive", "delete"]);
});

test("refuses writes with an unknown role", () => {
  for (const status of RECORD_STATUSES)
    expect(listActions(facts({ ...WHO["only manager"], role: null, status }))).toEqual([]);
});

test.each([
  ["edit", { status: "LOCKED" }, "record_locked"],
  ["edit", { status: "ARCHIVED" }, "record_archived"],
  ["edit", {}, "creator_only"],
  ["archive", { status: "PENDING_APPROVAL", role: 40 }, "approval_pending"],
  ["decide", { status: "APPROVED", role: 40 }, "status_differs"],
  ["decide", { status: "PENDING_APPROVAL" }, "managers_only"],
  ["decide", { status: "PENDING_APPROVAL", ...WHO["creating manager"] }, "own_request"],
  ["withdraw", { status: "PENDING_APPROVAL", role: 40 }, "requester_only"],
  ["delete", { role: 10 }, "members_write"],
] as const)("%s of %o is refused: %s", (action, changes, reason) => {
  expect(checkAction(action, facts(changes))).toBe(reason);
});

test.each(RECORD_STATUSES)("restores the status after %s", (status) => {
  const before = { status, unlocksTo: null, unarchivesTo: null };
  expect(applyAction("unlock", applyAction("lock", before))).toEqual(before);
  const locked = applyAction("lock", before);
  expect(applyAction("unarchive", applyAction("archive", locked))).toEqual(locked);
});

test("falls back to draft when no earlier status is stored", () => {
  const unknown = { status: "LOCKED", unlocksTo: null, unarchivesTo: null } as const;
  expect(applyAction("unlock", unknown).status).toBe("DRAFT");
  expect(applyAction("unarchive", { ...unknown, status: "ARCHIVED" }).status).toBe("DRAFT");
});

test("allows every action for someone", () => {
  const possible = Object.values(TABLE).flatMap((row) => Object.values(row).flatMap((moves) => moves.split(" ")));
  expect(RECORD_ACTIONS.filter((action) => !possible.includes(action))).toEqual([]);
});
