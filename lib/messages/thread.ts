/** A message as people read it: with names, and the beginning of what it answers. */
export interface ThreadMessage {
  id: string;
  body: string;
  createdAt: string;
  authorId: string | null;
  /** null: the author's account is gone. */
  author: string | null;
  replyTo: QuotedMessage | null;
}

export interface QuotedMessage {
  id: string;
  author: string | null;
  excerpt: string;
}
