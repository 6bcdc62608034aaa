import { MANAGER_ROLE, MEMBER_ROLE } from "../access/roles";
import { type AppError, forbidden } from "../platform/errors";
import type { RecordStatus } from "./record";

export const RECORD_MOVES = [
  "edit",
  "request",
  "withdraw",
  "decide",
  "lock",
  "unlock",
  "archive",
  "unarchive",
  "delete",
] as const;
export type RecordMove = (typeof RECORD_MOVES)[number];

/** A record's state and a person's relation to it. */
export interface RecordFacts {
  status: RecordStatus;
  /** The status to restore on unlock or unarchive. */
  unlocksTo: RecordStatus | null;
  unarchivesTo: RecordStatus | null;
  role: number | null;
  isCreator: boolean;
  /** The person who made the open request. */
  isRequester: boolean;
  /** Whether another manager of this room could decide. */
  hasOtherDecider: boolean;
}

export const MOVE_REFUSALS = [
  "members_write",
  "creator_only",
  "requester_only",
  "managers_only",
  "own_request",
  "record_locked",
  "record_archived",
  "approval_pending",
  "status_differs",
] as const;
export type MoveRefusal = (typeof MOVE_REFUSALS)[number];

/** The statuses from which a record can be submitted, locked or archived. */
const FROM: Record<RecordMove, readonly RecordStatus[]> = {
  edit: ["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED"],
  request: ["DRAFT", "REJECTED"],
  withdraw: ["PENDING_APPROVAL"],
  decide: ["PENDING_APPROVAL"],
  lock: ["DRAFT", "APPROVED", "REJECTED"],
  unlock: ["LOCKED"],
  archive: ["DRAFT", "APPROVED", "REJECTED", "LOCKED"],
  unarchive: ["ARCHIVED"],
  delete: ["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED", "LOCKED", "ARCHIVED"],
};

/** Locked, or archived while locked. */
function isHeld({ status, unarchivesTo }: RecordFacts): boolean {
  return status === "LOCKED" || (status === "ARCHIVED" && unarchivesTo === "LOCKED");
}

function judgePerson(move: RecordMove, facts: RecordFacts): MoveRefusal | null {
  const isManager = (facts.role ?? 0) >= MANAGER_ROLE;
  if ((facts.role ?? 0) < MEMBER_ROLE) return "members_write";
  switch (move) {
    case "edit":
    case "request":
      return facts.isCreator ? null : "creator_only";
    case "withdraw":
      return facts.isRequester ? null : "requester_only";
    case "decide":
      if (!isManager) return "managers_only";
      return facts.isRequester && facts.hasOtherDecider ? "own_request" : null;
    case "lock":
    case "unlock":
      return isManager ? null : "managers_only";
    case "archive":
    case "unarchive":
    case "delete":
      // A lock holds against the creator too: only managers delete locked records.
      return isManager || (facts.isCreator && !isHeld(facts)) ? null : "managers_only";
  }
}

/** Why this person may not do this now; null when they may. The status is checked first, since everyone can see it. */
export function judgeMove(move: RecordMove, facts: RecordFacts): MoveRefusal | null {
  if (FROM[move].includes(facts.status)) return judgePerson(move, facts);
  if (facts.status === "LOCKED") return "record_locked";
  if (facts.status === "ARCHIVED") return "record_archived";
  return facts.status === "PENDING_APPROVAL" ? "approval_pending" : "status_differs";
}

export function listMoves(facts: RecordFacts): RecordMove[] {
  return RECORD_MOVES.filter((move) => judgeMove(move, facts) === null);
}

const WORDS: Record<MoveRefusal, string> = {
  members_write: "Guests have read-only access to this room. Writing requires the member role.",
  creator_only: "Only the record's creator may do this.",
  requester_only: "Only who asked for the approval may withdraw the request.",
  managers_only: "Only managers and owners of the room may do this.",
  own_request: "Another manager or owner of the room has to decide: nobody approves their own request.",
  record_locked: "The record is locked.",
  record_archived: "The record is archived.",
  approval_pending: "The record waits for approval. The request has to be decided or withdrawn first.",
  status_differs: "The record is in another status by now.",
};

export function refuseMove(reason: MoveRefusal): AppError {
  return forbidden(WORDS[reason], { reason });
}

export type Standing = Pick<RecordFacts, "status" | "unlocksTo" | "unarchivesTo">;
export type StandingMove = "lock" | "unlock" | "archive" | "unarchive";

/** Locking and archiving remember the previous status, so that undoing them restores it. */
export function applyMove(move: StandingMove, before: Standing): Standing {
  switch (move) {
    case "lock":
      return { ...before, status: "LOCKED", unlocksTo: before.status };
    case "unlock":
      return { ...before, status: before.unlocksTo ?? "DRAFT", unlocksTo: null };
    case "archive":
      return { ...before, status: "ARCHIVED", unarchivesTo: before.status };
    case "unarchive":
      return { ...before, status: before.unarchivesTo ?? "DRAFT", unarchivesTo: null };
  }
}
