"use server";

import { redirect } from "next/navigation";
import { pathOfMessage, pathOfRoom } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { openRoomToWrite } from "@/lib/access/open-room";
import { OF_MESSAGES } from "@/lib/mentions/mentions.sql";
import { hasMark, saveMentions } from "@/lib/mentions/save-mentions";
import { deleteMessage, editMessage } from "@/lib/messages/change";
import { createMessage } from "@/lib/messages/create";
import { setReaction } from "@/lib/messages/set-reaction";
import { signalWriting } from "@/lib/rooms/publish-presence";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import type { ChangeResult } from "./changes/changed-message";
import { readNewText, runChange, staysOnPage } from "./changes/run-change";
import { type PostResult, runPost } from "./outbox/run-post";
import type { ReactionResult } from "./reactions/reactions";

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

export const saveMessage = statefulAction(async (form): Promise<ChangeResult> => {
  const [messageId, { body, ...read }] = [readField(form, "messageId"), readNewText(form)];
  const problem =
    read.problem ??
    (await runChange(form, "too_long", (tx, access, userId) => editMessage(tx, access, userId, { messageId, body })));
  if (problem) return { kind: "unchanged", problem, body };
  if (!staysOnPage(form)) redirect(pathOfMessage(readField(form, "roomId"), messageId));
  return { kind: "changed" };
});

export const removeMessage = statefulAction(async (form): Promise<ChangeResult> => {
  const problem = await runChange(form, "failed", (tx, access, userId) =>
    deleteMessage(tx, access, userId, readField(form, "messageId")),
  );
  if (problem) return { kind: "unchanged", problem, body: "" };
  if (!staysOnPage(form)) redirect(pathOfRoom(readField(form, "roomId")));
  return { kind: "changed" };
});

export const reactToMessage = statefulAction(async (form): Promise<ReactionResult> => {
  const [removed, messageId] = [readField(form, "removed"), readField(form, "messageId")];
  const emoji = [removed, readField(form, "emoji"), readField(form, "typed")].find((each) => each !== "") ?? "";
  const problem = await runChange(form, "no_emoji", (tx, access, userId) =>
    setReaction(tx, access, userId, { messageId, emoji, isWanted: removed === "" }),
  );
  if (problem) return { kind: "unchanged", problem };
  if (!staysOnPage(form)) redirect(pathOfMessage(readField(form, "roomId"), messageId));
  return { kind: "changed" };
});
