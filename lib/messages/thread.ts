/** Length of the quote above a reply, in characters. */
export const EXCERPT_LENGTH = 160;

/** A message for display, with names and the beginning of the message it replies to. */
export interface ThreadMessage {
  id: string;
  body: string;
  createdAt: string;
  authorId: string | null;
  /** null when the author's account was deleted. */
  author: string | null;
  replyTo: QuotedMessage | null;
}

export interface QuotedMessage {
  id: string;
  author: string | null;
  excerpt: string;
}
