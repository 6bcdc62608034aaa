"use server";

import { redirect } from "next/navigation";
import { APPROVE_PATH, decisionPath, outcomePath } from "@/app/_links";
import { formAction, keepingAction } from "@/app/_ui/form/define-action";
import { refuse } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { isApprovalTicket, writeApprovalTicket } from "@/lib/accounts/cli-login/cli-login";
import { decideCliLogin, findLoginByCode } from "@/lib/accounts/cli-login/decide-cli-login";
import { loginPath, readClientAddress, requireSession, signOutHere } from "@/lib/accounts/sessions/session";

const CODE_MAX_LENGTH = 20;

/** Shown again in the form, so without characters that a field cannot hold. */
function readTypedCode(form: FormData): string {
  return readField(form, "code")
    .slice(0, CODE_MAX_LENGTH)
    .replace(/\p{Cc}/gu, "")
    .toWellFormed();
}

export const findCode = keepingAction(readTypedCode, async (form) => {
  const { id: sessionId, user } = await requireSession(APPROVE_PATH);
  const found = await findLoginByCode(user.id, await readClientAddress(), readTypedCode(form));
  if (found.kind === "limited") throw refuse("cli_code_limited", "code", Math.ceil(found.retryAfterSeconds / 60));
  if (found.kind === "unknown") throw refuse("cli_code_unknown", "code");
  redirect(decisionPath(found.loginId, writeApprovalTicket(sessionId, found.loginId)));
});

/** Trusts nothing from the browser: the ticket binds the decision to the session that typed the code. */
export const decide = formAction(async (form) => {
  const { id: sessionId, user } = await requireSession(APPROVE_PATH);
  const [loginId, ticket] = [readField(form, "login"), readField(form, "ticket")];
  if (!isApprovalTicket(ticket, sessionId, loginId)) redirect(outcomePath("gone"));
  const decision = readField(form, "decision");
  const isApproved = decision === "approve";
  const isUnconfirmed = isApproved && readField(form, "confirmed") !== "on";
  if (isUnconfirmed || (!isApproved && decision !== "deny")) redirect(decisionPath(loginId, ticket, true));
  const isDecided = await decideCliLogin(loginId, user.id, isApproved);
  redirect(outcomePath(isDecided ? (isApproved ? "approved" : "denied") : "gone"));
});

/** "Not you?": the code has to be typed again, as the person who signs in then. */
export const switchAccount = formAction(async () => {
  await signOutHere();
  redirect(loginPath(APPROVE_PATH));
});
