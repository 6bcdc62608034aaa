"use server";

import { redirect } from "next/navigation";
import { HOLDS_PATH } from "@/app/_links";
import { keepingAction } from "@/app/_ui/form/define-action";
import { readField } from "@/app/_ui/form/read-field";
import { openAdministration } from "@/lib/access/open-administration";
import { requireSession } from "@/lib/accounts/sessions/session";
import { liftHold } from "@/lib/admin/legal-holds/lift-hold";
import { placeHold } from "@/lib/admin/legal-holds/place-hold";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

async function openForm() {
  const { user } = await requireSession(HOLDS_PATH);
  const admin = await openAdministration(user.id);
  await limitPersonWrites(user.id);
  return admin;
}

const readPlacing = (form: FormData) => ({ area: readField(form, "area"), reason: readField(form, "reason") });

export const place = keepingAction(
  readPlacing,
  async (form) => {
    await placeHold(await openForm(), readPlacing(form));
    redirect(`${HOLDS_PATH}?done=placed`);
  },
  { byCode: { not_found: "hold_gone" } },
);

/** The page has a field for another reason, too. */
const readLifting = (form: FormData) => ({ liftReason: readField(form, "liftReason") });

export const lift = keepingAction(
  readLifting,
  async (form) => {
    const { liftReason: reason } = readLifting(form);
    await liftHold(await openForm(), readField(form, "holdId"), { reason }, readField(form, "confirmation"));
    redirect(`${HOLDS_PATH}?done=lifted`);
  },
  { byCode: { not_found: "hold_gone" }, fields: { reason: "liftReason" } },
);
