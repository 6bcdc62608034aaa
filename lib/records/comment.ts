import { MESSAGE_BODY_MAX_LENGTH } from "../platform/limits";
import { prose } from "../platform/text";

export const CommentText = prose(MESSAGE_BODY_MAX_LENGTH);

export interface RecordComment {
  id: string;
  body: string;
  createdAt: string;
  authorId: string | null;
  author: string | null;
  editedAt: string | null;
}
