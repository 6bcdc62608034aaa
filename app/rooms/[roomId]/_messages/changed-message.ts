import type { SharedMessage } from "./thread-page";

export type ChangeProblem =
  | "empty"
  | "too_long"
  | "unreadable"
  | "guest"
  | "gone"
  | "author_only"
  | "legal_hold"
  | "signed_out"
  | "too_fast"
  | "failed"
  | "network";

export type ChangeResult = { kind: "changed" } | { kind: "unchanged"; problem: ChangeProblem; body: string };

/** A message that this person is about to edit or delete: its form is open. */
export interface MessageAct {
  kind: "edit" | "delete";
  messageId: string;
  /** Typed before, when the change was refused. */
  body?: string;
  problem?: ChangeProblem;
}

/** A change that the page shows and the service may not have yet. null: deleted. */
export type PendingChanges = ReadonlyMap<string, string | null>;

export function applyChanges(messages: readonly SharedMessage[], pending: PendingChanges): SharedMessage[] {
  return messages.map((message) => {
    const change = pending.get(message.id);
    if (change === undefined) return message;
    return change === null ? { ...message, body: "", files: [], isDeleted: true } : { ...message, body: change };
  });
}

interface Reader {
  userId: string;
  canWrite: boolean;
  /** Manages the room. */
  canModerate: boolean;
}

/** Only what the service allows; it checks again. */
export function listActs({ userId, canWrite, canModerate }: Reader, message: SharedMessage): MessageAct["kind"][] {
  if (!canWrite || message.isDeleted) return [];
  if (message.authorId === userId) return ["edit", "delete"];
  return canModerate ? ["delete"] : [];
}
