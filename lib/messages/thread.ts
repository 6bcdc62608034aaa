/** A message for display, with names and the beginning of the message it replies to. */
export interface ThreadMessage {
  id: string;
  body: string;
  createdAt: string;
  authorId: string | null;
  /** null when the author's account was deleted. */
  author: string | null;
  /** null: as it was posted. */
  editedAt: string | null;
  /** Shown for its replies, without a text. */
  isDeleted: boolean;
  replyTo: QuotedMessage | null;
}

/** With the program that wrote it, by its id. */
export interface ThreadRow extends ThreadMessage {
  viaId: string | null;
  viaRequestId: string | null;
}

export type QuotedMessage = Pick<ThreadMessage, "id" | "author" | "isDeleted"> & { excerpt: string };
