"use server";

import { redirect } from "next/navigation";
import { pathOfMessage, pathOfRoom } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { deleteMessage } from "@/lib/messages/delete";
import { editMessage } from "@/lib/messages/edit";
import type { ChangeResult } from "./changed-message";
import { readNewText, runChange, staysOnPage } from "./run-change";

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
