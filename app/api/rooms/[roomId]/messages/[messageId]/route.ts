import { readOne } from "@/app/rooms/[roomId]/_messages/thread/read-thread";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openRoom } from "@/lib/access/open-room";
import { notFound } from "@/lib/platform/errors";
import { answerJson, withSession } from "../../with-room";

export const GET = withSession(async ({ user }, params: { roomId: string; messageId: string }) => {
  const message = await readOne(user.id, await openAsPerson(user.id, params, openRoom), params.messageId);
  if (!message) throw notFound();
  return answerJson(message);
});
