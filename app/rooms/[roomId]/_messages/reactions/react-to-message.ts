"use server";

import { redirect } from "next/navigation";
import { pathOfMessage } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { setReaction } from "@/lib/messages/set-reaction";
import { runChange, staysOnPage } from "../changes/run-change";
import type { ReactionResult } from "./reactions";

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
