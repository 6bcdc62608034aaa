"use server";

import { redirect } from "next/navigation";
import { appPath, CLIENTS_PATH, clientPath } from "@/app/_links";
import { keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { type Mapping, refuse as refuseForm } from "@/app/_ui/form/problems";
import { readAll, readField } from "@/app/_ui/form/read-field";
import { openAdministration } from "@/lib/access/open-administration";
import { requireSession } from "@/lib/accounts/sessions/session";
import { approveClient, refuseClient } from "@/lib/oauth/client-documents/decide-client";
import { readClientRow } from "@/lib/oauth/client-documents/queries";
import { readForApproval } from "@/lib/oauth/client-documents/read-client-document";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

const GONE: Mapping = { byCode: { not_found: "client_gone" } };

const readUrl = (form: FormData) => ({ url: readField(form, "url").trim() });

export const readDocument = keepingAction(
  readUrl,
  async (form) => {
    const { user } = await requireSession(CLIENTS_PATH);
    const admin = await openAdministration(user.id);
    await limitPersonWrites(user.id);
    redirect(clientPath(await readForApproval(admin, readUrl(form).url)));
  },
  GONE,
);

async function openFrom(form: FormData) {
  const documentId = readField(form, "documentId");
  const { user } = await requireSession(clientPath(documentId));
  const admin = await openAdministration(user.id);
  await limitPersonWrites(user.id);
  return { documentId, admin };
}

export const readAgain = statefulAction(async (form) => {
  const { documentId, admin } = await openFrom(form);
  const { url } = await readClientRow(admin, documentId);
  await readForApproval(admin, url);
  redirect(clientPath(documentId));
}, GONE);

function readApproval(form: FormData) {
  return {
    seen: readField(form, "seen"),
    actorType: readField(form, "actorType"),
    allowedScopes: readAll(form, "scopes"),
    callbackPort: readField(form, "callbackPort"),
  };
}

export type ApprovalValues = ReturnType<typeof readApproval>;

export const approve = keepingAction(
  readApproval,
  async (form) => {
    const { documentId, admin } = await openFrom(form);
    const result = await approveClient(admin, documentId, readApproval(form));
    if (result.kind === "stale") throw refuseForm("client_stale");
    redirect(`${appPath(result.appId)}?done=approved`);
  },
  GONE,
);

export const refuse = statefulAction(async (form) => {
  const { documentId, admin } = await openFrom(form);
  await refuseClient(admin, documentId);
  redirect(CLIENTS_PATH);
}, GONE);
