export interface ThreadMessage {
  id: string;
  body: string;
  createdAt: string;
  authorId: string | null;
  author: string | null;
  editedAt: string | null;
  isDeleted: boolean;
  replyTo: QuotedMessage | null;
}

export interface ThreadRow extends ThreadMessage {
  viaId: string | null;
  viaRequestId: string | null;
}

export type QuotedMessage = Pick<ThreadMessage, "id" | "author" | "isDeleted"> & { excerpt: string };

export interface Unread {
  count: number;
  firstId: string | null;
}
