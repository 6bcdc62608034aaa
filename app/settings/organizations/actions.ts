"use server";

import { redirect } from "next/navigation";
import { ORGANIZATIONS_PATH, organizationPath } from "@/app/_links";
import { statefulAction } from "@/app/_ui/form/define-action";
import type { Mapping } from "@/app/_ui/form/problems";
import { readField } from "@/app/_ui/form/read-field";
import { requireFreshProof } from "@/app/confirm/require-fresh-proof";
import { OWNER_ROLE } from "@/lib/access/roles";
import { requireSession } from "@/lib/accounts/sessions/session";
import { acceptInvitation, declineInvitation } from "@/lib/organizations/accept-invitation";
import { changeRole } from "@/lib/organizations/change-membership";
import { createOrganization } from "@/lib/organizations/create";
import { type OrganizationAccess, openOrganization } from "@/lib/organizations/open-organization";
import { changeSeats, updateOrganization } from "@/lib/organizations/update";
import { invite, withdrawInvitation } from "@/lib/people/invite";
import { leaveOrganization, removePerson } from "@/lib/people/remove-person";
import { limitPersonWrites } from "@/lib/usage/limit-burst";

const GONE: Mapping = { byCode: { not_found: "organization_gone" } };

/** Every form checks session and membership; the verb checks the role again under its lock. */
async function openFrom(form: FormData, isProven = false): Promise<OrganizationAccess> {
  const organizationId = readField(form, "organizationId");
  const session = await requireSession(organizationPath(organizationId));
  const { user } = session;
  await limitPersonWrites(user.id);
  if (isProven) await requireFreshProof(session, form);
  return openOrganization(user.id, organizationId);
}

function readDetails(form: FormData) {
  return { name: readField(form, "name"), description: readField(form, "description") };
}

export const create = statefulAction(async (form) => {
  const { user } = await requireSession(ORGANIZATIONS_PATH);
  await limitPersonWrites(user.id);
  redirect(organizationPath(await createOrganization(user.id, readDetails(form)), "?done=created"));
}, GONE);

function organizationForm(
  done: string,
  run: (access: OrganizationAccess, form: FormData) => Promise<unknown>,
  isProven: (form: FormData) => boolean = () => false,
) {
  return statefulAction(async (form) => {
    const access = await openFrom(form, isProven(form));
    await run(access, form);
    redirect(organizationPath(access.organizationId, `?done=${done}`));
  }, GONE);
}

export const update = organizationForm("updated", (access, form) => updateOrganization(access, readDetails(form)));

export const saveSeats = organizationForm(
  "seats",
  (access, form) => changeSeats(access, readField(form, "seats")),
  () => true,
);

const readRole = (form: FormData) => Number(readField(form, "role"));
const makesOwner = (form: FormData) => readRole(form) === OWNER_ROLE;

export const sendInvitation = organizationForm(
  "invited",
  (access, form) => invite(access, { email: readField(form, "email"), role: readRole(form) }),
  makesOwner,
);

export const withdraw = organizationForm("withdrawn", (access, form) =>
  withdrawInvitation(access, readField(form, "invitationId")),
);

export const saveRole = organizationForm(
  "role",
  (access, form) => changeRole(access, { userId: readField(form, "userId"), role: readRole(form) }),
  makesOwner,
);

export const remove = organizationForm("removed", (access, form) => {
  const ends = (name: string) => form.get(name) === "on";
  return removePerson(access, readField(form, "userId"), {
    typedName: readField(form, "confirmation"),
    endings: { keys: ends("keys"), webhooks: ends("webhooks"), connectors: ends("connectors") },
  });
});

export const leave = statefulAction(async (form) => {
  const access = await openFrom(form);
  await leaveOrganization(access, readField(form, "confirmation"));
  redirect(`${ORGANIZATIONS_PATH}?done=left`);
}, GONE);

export const answer = statefulAction(async (form) => {
  const { user } = await requireSession(ORGANIZATIONS_PATH);
  const invitationId = readField(form, "invitationId");
  await limitPersonWrites(user.id);
  if (form.get("answer") === "accept")
    redirect(organizationPath(await acceptInvitation(user.id, invitationId), "?done=joined"));
  await declineInvitation(user.id, invitationId);
  redirect(`${ORGANIZATIONS_PATH}?done=declined`);
}, GONE);
