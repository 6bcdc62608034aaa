"use server";

import { redirect } from "next/navigation";
import { pathOfComment, pathOfRecord, ROOMS_PATH } from "@/app/_links";
import { formAction, statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { openAsPerson } from "@/lib/access/open-as-person";
import { AppError } from "@/lib/platform/errors";
import { markCommentsRead } from "@/lib/records/mark-comments-read";
import { openRecord, openRecordToAct } from "@/lib/records/open";
import { addComment, deleteComment, editComment } from "@/lib/records/write-comment";
import { writeAsPerson } from "@/lib/usage/write-as-person";
import type { ChangeResult } from "../../../_messages/changes/changed-message";
import { readNewText, runCommentChange, staysOnPage } from "../../../_messages/changes/run-change";
import { type PostResult, runPost } from "../../../_messages/outbox/run-post";
import { openRecordForm } from "../../open-record";

const readParams = (form: FormData) => ({
  roomId: readField(form, "roomId"),
  recordId: readField(form, "recordId"),
});

export const postComment = statefulAction(
  (form): Promise<PostResult> =>
    runPost(form, (author, body) =>
      writeAsPerson(author.id, readParams(form), openRecordToAct, (tx, access) =>
        addComment(tx, access, author.id, { body, draftId: readField(form, "draftId") }),
      ),
    ),
);

export const saveComment = statefulAction(async (form): Promise<ChangeResult> => {
  const [commentId, { body, ...read }] = [readField(form, "commentId"), readNewText(form)];
  const problem =
    read.problem ??
    (await runCommentChange(form, "too_long", (tx, access, userId) =>
      editComment(tx, access, userId, { commentId, body }),
    ));
  if (problem) return { kind: "unchanged", problem, body };
  const { roomId, recordId } = readParams(form);
  if (!staysOnPage(form)) redirect(pathOfComment(roomId, recordId, commentId));
  return { kind: "changed" };
});

export const removeComment = statefulAction(async (form): Promise<ChangeResult> => {
  const problem = await runCommentChange(form, "failed", (tx, access, userId) =>
    deleteComment(tx, access, userId, readField(form, "commentId")),
  );
  if (problem) return { kind: "unchanged", problem, body: "" };
  const { roomId, recordId } = readParams(form);
  if (!staysOnPage(form)) redirect(pathOfRecord(roomId, recordId, "#comments"));
  return { kind: "changed" };
});

export const markShownComments = formAction(async (form) => {
  const { params, userId, pathOf } = await openRecordForm(form);
  const mark = async () => {
    const access = await openAsPerson(userId, params, openRecord);
    await markCommentsRead(access, userId, readField(form, "commentId"), readField(form, "firstId"));
    return pathOf("#comments");
  };
  // A forged id must not become an address.
  const path = await mark().catch((error: unknown) => {
    if (error instanceof AppError) return ROOMS_PATH;
    throw error;
  });
  redirect(path);
});
