"use server";

import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomToWrite } from "@/lib/access/open-room";
import { hasMark, keepMentions } from "@/lib/mentions/keep-mentions";
import { OF_MESSAGES } from "@/lib/mentions/mentions.sql";
import { createMessage } from "@/lib/messages/create";
import { signalWriting } from "@/lib/rooms/tell-presence";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import { type PostResult, runPost } from "./run-post";

export const postMessage = statefulAction((form): Promise<PostResult> => {
  const [params, replyTo] = [{ roomId: readField(form, "roomId") }, readField(form, "replyToMessageId")];
  return runPost(form, (author, body) =>
    writeAsPerson(author.id, params, openRoomToWrite, async (tx, access) => {
      const input = { body, ...(replyTo === "" ? {} : { replyToMessageId: replyTo }) };
      const { id } = await createMessage(tx, access, author.id, input, readField(form, "draftId"));
      // Stored with the message, so it is highlighted at once. The sweep finds mentions that the API posts.
      if (hasMark(body)) await keepMentions(tx, OF_MESSAGES, [id]);
      tx.afterCommit(() => signalWriting(access, author, false));
      return id;
    }),
  );
});
