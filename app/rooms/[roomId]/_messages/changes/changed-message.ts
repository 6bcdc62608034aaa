import type { SharedMessage } from "../thread/thread-page";

export type ChangeProblem =
  | "empty"
  | "too_long"
  | "unreadable"
  | "guest"
  | "gone"
  | "author_only"
  | "legal_hold"
  | "no_emoji"
  | "reactions_full"
  | "signed_out"
  | "too_fast"
  | "failed"
  | "network";

export type ChangeResult = { kind: "changed" } | { kind: "unchanged"; problem: ChangeProblem; body: string };

export type TextAct = "edit" | "delete";

/** A message that this person is about to edit, delete or react to: its form is open. */
export type MessageAct = TextChange | { kind: "react"; textId: string };

export interface TextChange {
  kind: TextAct;
  textId: string;
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
    return change === null
      ? { ...message, body: "", content: null, files: [], reactions: [], isDeleted: true }
      : { ...message, body: change, content: undefined };
  });
}

interface Reader {
  userId: string;
  canWrite: boolean;
  canModerate: boolean;
}

export type Acts = readonly MessageAct["kind"][];

// The same lists at every rendering: rows that get them are not rendered again.
export const NO_ACTS: Acts = [];
const OF_OWN: Acts = ["react", "edit", "delete"];
const OF_MODERATOR: Acts = ["react", "delete"];
const OF_OTHERS: Acts = ["react"];

/** Only what the service allows; it checks again. */
export function listActs(
  { userId, canWrite, canModerate }: Reader,
  message: Pick<SharedMessage, "authorId" | "isDeleted">,
): Acts {
  if (!canWrite || message.isDeleted) return NO_ACTS;
  if (message.authorId === userId) return OF_OWN;
  return canModerate ? OF_MODERATOR : OF_OTHERS;
}
