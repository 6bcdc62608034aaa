import { MESSAGE_BODY_MAX_LENGTH } from "../platform/limits";
import { prose } from "../platform/text";

/** As long as a message. */
export const CommentText = prose(MESSAGE_BODY_MAX_LENGTH);

/** A comment on a record, for display. */
export interface RecordComment {
  id: string;
  body: string;
  createdAt: string;
  authorId: string | null;
  /** null when the author's account was deleted. */
  author: string | null;
  /** null: as it was written. */
  editedAt: string | null;
}
