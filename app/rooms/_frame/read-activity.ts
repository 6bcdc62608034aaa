import { cache } from "react";
import { listRoomActivity } from "@/lib/messages/queries";
import { listCommentActivity } from "@/lib/records/comments-query";

/** News of this person's rooms, read once for the frame and its page. */
export const readActivity = cache(async (userId: string) => {
  const [rooms, comments] = await Promise.all([listRoomActivity(userId), listCommentActivity(userId)]);
  return { rooms, comments };
});
