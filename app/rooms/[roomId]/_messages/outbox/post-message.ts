"use server";

import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomToWrite } from "@/lib/access/open-room";
import { OF_MESSAGES } from "@/lib/mentions/mentions.sql";
import { hasMark, saveMentions } from "@/lib/mentions/save-mentions";
import { createMessage } from "@/lib/messages/create";
import { signalWriting } from "@/lib/rooms/publish-presence";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { type PostResult, runPost } from "./run-post";

export const postMessage = statefulAction((form): Promise<PostResult> => {
  const [params, replyTo] = [{ roomId: readField(form, "roomId") }, readField(form, "replyToMessageId")];
  return runPost(form, (author, body) =>
    writeAsPerson(author.id, params, openRoomToWrite, async (tx, access) => {
      const input = { body, ...(replyTo === "" ? {} : { replyToMessageId: replyTo }) };
      const { id } = await createMessage(tx, access, author.id, input, readField(form, "draftId"));
      // Stored with the message, so it is highlighted at once. The sweep finds mentions that the API posts.
      if (hasMark(body)) await saveMentions(tx, OF_MESSAGES, [id]);
      tx.afterCommit(() => signalWriting(access, author, false));
      return id;
    }),
  );
});
