import { MANAGER_ROLE, MEMBER_ROLE } from "../access/roles";
import { type AppError, forbidden } from "../platform/errors";
import type { RecordStatus } from "./record";

const FROM = {
  // A lock freezes the text, not the discussion.
  comment: ["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED", "LOCKED"],
  edit: ["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED"],
  request: ["DRAFT", "REJECTED"],
  withdraw: ["PENDING_APPROVAL"],
  decide: ["PENDING_APPROVAL"],
  lock: ["DRAFT", "APPROVED", "REJECTED"],
  unlock: ["LOCKED"],
  archive: ["DRAFT", "APPROVED", "REJECTED", "LOCKED"],
  unarchive: ["ARCHIVED"],
  delete: ["DRAFT", "PENDING_APPROVAL", "APPROVED", "REJECTED", "LOCKED", "ARCHIVED"],
} satisfies Record<string, readonly RecordStatus[]>;
export type RecordAction = keyof typeof FROM;
export const RECORD_ACTIONS = Object.keys(FROM) as RecordAction[];

export interface RecordFacts {
  status: RecordStatus;
  unlocksTo: RecordStatus | null;
  unarchivesTo: RecordStatus | null;
  role: number | null;
  isCreator: boolean;
  isRequester: boolean;
  hasOtherDecider: boolean;
}

const WORDS = {
  members_write: "Guests have read-only access to this room. Writing requires the member role.",
  creator_only: "Only the record's creator can do this.",
  requester_only: "Only the person who requested the approval can withdraw the request.",
  managers_only: "Only managers and owners of the room can do this.",
  own_request: "Another manager or owner of the room must decide. You cannot approve your own request.",
  record_locked: "The record is locked.",
  record_archived: "The record is archived.",
  approval_pending: "The record is waiting for approval. Decide or withdraw the request first.",
  status_differs: "The status of the record has changed. Reload the page.",
};
export type ActionRefusal = keyof typeof WORDS;
export const ACTION_REFUSALS = Object.keys(WORDS) as ActionRefusal[];

function isHeld({ status, unarchivesTo }: RecordFacts): boolean {
  return status === "LOCKED" || (status === "ARCHIVED" && unarchivesTo === "LOCKED");
}

function checkPerson(action: RecordAction, facts: RecordFacts): ActionRefusal | null {
  const isManager = (facts.role ?? 0) >= MANAGER_ROLE;
  if ((facts.role ?? 0) < MEMBER_ROLE) return "members_write";
  switch (action) {
    case "comment":
      return null;
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
      // A lock binds the creator too: only managers delete locked records.
      return isManager || (facts.isCreator && !isHeld(facts)) ? null : "managers_only";
  }
}

/** The status is checked first, because everyone can see it. */
export function checkAction(action: RecordAction, facts: RecordFacts): ActionRefusal | null {
  const from: readonly RecordStatus[] = FROM[action];
  if (from.includes(facts.status)) return checkPerson(action, facts);
  if (facts.status === "LOCKED") return "record_locked";
  if (facts.status === "ARCHIVED") return "record_archived";
  return facts.status === "PENDING_APPROVAL" ? "approval_pending" : "status_differs";
}

export function listActions(facts: RecordFacts): RecordAction[] {
  return RECORD_ACTIONS.filter((action) => checkAction(action, facts) === null);
}

export function refuseAction(reason: ActionRefusal): AppError {
  return forbidden(WORDS[reason], { reason });
}

export type Lifecycle = Pick<RecordFacts, "status" | "unlocksTo" | "unarchivesTo">;
export type LifecycleAction = "lock" | "unlock" | "archive" | "unarchive";

export function applyAction(action: LifecycleAction, before: Lifecycle): Lifecycle {
  switch (action) {
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
