"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { pathOfMessage, pathOfRoom } from "@/app/rooms/_frame/paths";
import { deleteMessage } from "@/lib/messages/delete";
import { editMessage } from "@/lib/messages/edit";
import { isBlank } from "@/lib/platform/text";
import type { ChangeProblem, ChangeResult } from "./changed-message";
import { runChange, staysOnPage } from "./run-change";

export const saveMessage = statefulAction(async (form): Promise<ChangeResult> => {
  // HTML forms send line breaks as CRLF.
  const body = readField(form, "body").replaceAll("\r\n", "\n").trimEnd();
  const refuse = (problem: ChangeProblem): ChangeResult => ({ kind: "unchanged", problem, body });
  if (isBlank(body)) return refuse("empty");
  if (!body.isWellFormed() || body.includes("\u0000")) return refuse("unreadable");
  const messageId = readField(form, "messageId");
  const problem = await runChange(form, "too_long", (tx, access, userId) =>
    editMessage(tx, access, userId, { messageId, body }),
  );
  if (problem) return refuse(problem);
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
