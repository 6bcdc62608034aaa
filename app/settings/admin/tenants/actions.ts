"use server";

import { redirect } from "next/navigation";
import { tenantPath } from "@/app/_links";
import { formAction, keepingAction, statefulAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { requireFreshProof } from "@/app/confirm/require-fresh-proof";
import { openAdministration } from "@/lib/access/open-administration";
import { requireSession } from "@/lib/accounts/sessions/session";
import { resumeTenant } from "@/lib/admin/tenants/resume";
import { setSeats } from "@/lib/admin/tenants/set-seats";
import { suspendTenant } from "@/lib/admin/tenants/suspend";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { requireAdmin } from "../open-administration-page";

const readSuspension = (form: FormData) => ({
  reason: readField(form, "reason"),
  message: readField(form, "message"),
});

export const suspend = keepingAction(
  readSuspension,
  async (form) => {
    const tenantId = readField(form, "tenantId");
    const { user } = await requireSession(tenantPath(tenantId));
    const admin = await openAdministration(user.id);
    await limitPersonWrites(user.id);
    await suspendTenant(admin, tenantId, readSuspension(form));
    redirect(`${tenantPath(tenantId)}?done=suspended`);
  },
  { byCode: { not_found: "tenant_gone" } },
);

export const resume = formAction(async (form) => {
  const tenantId = readField(form, "tenantId");
  await orNotFound(resumeTenant(await requireAdmin(tenantPath(tenantId)), tenantId));
  redirect(`${tenantPath(tenantId)}?done=resumed`);
});

export const saveSeats = statefulAction(
  async (form) => {
    const tenantId = readField(form, "tenantId");
    const session = await requireSession(tenantPath(tenantId));
    const admin = await openAdministration(session.user.id);
    await limitPersonWrites(session.user.id);
    await requireFreshProof(session, form);
    await setSeats(admin, tenantId, readField(form, "seats"));
    redirect(`${tenantPath(tenantId)}?done=seats`);
  },
  { byCode: { not_found: "tenant_gone" } },
);
