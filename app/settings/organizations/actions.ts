"use server";

import { redirect } from "next/navigation";
import { statefulAction } from "@/app/_ui/define-action";
import { readField } from "@/app/_ui/read-field";
import { requireSession } from "@/lib/accounts/session";
import { leaveOrganization, removePerson } from "@/lib/offboarding/remove-person";
import { acceptInvitation, declineInvitation } from "@/lib/organizations/accept-invitation";
import { changeRole } from "@/lib/organizations/change-membership";
import { createOrganization } from "@/lib/organizations/create";
import { invite, withdrawInvitation } from "@/lib/organizations/invite";
import { type OrganizationAccess, openOrganization } from "@/lib/organizations/open-organization";
import { changeSeats, updateOrganization } from "@/lib/organizations/update";
import { limitPersonWrites } from "@/lib/usage/limit-burst";
import { ORGANIZATIONS_PATH, organizationPath } from "./paths";
import { type OrganizationFormState, refuse } from "./problems";

/** Session and place are looked at with each form; then the verb, which looks at the role again under its lock. */
async function act(
  form: FormData,
  verb: (access: OrganizationAccess) => Promise<string>,
): Promise<OrganizationFormState> {
  const organizationId = readField(form, "organizationId");
  const { user } = await requireSession(organizationPath(organizationId));
  let path: string;
  try {
    await limitPersonWrites(user.id);
    path = await verb(await openOrganization(user.id, organizationId));
  } catch (error) {
    return refuse(error);
  }
  redirect(path);
}

function readDetails(form: FormData) {
  return { name: readField(form, "name"), description: readField(form, "description") };
}

export const create = statefulAction<OrganizationFormState>(async (form) => {
  const { user } = await requireSession(`${ORGANIZATIONS_PATH}/new`);
  let organizationId: string;
  try {
    await limitPersonWrites(user.id);
    organizationId = await createOrganization(user.id, readDetails(form));
  } catch (error) {
    return refuse(error);
  }
  redirect(organizationPath(organizationId, "?done=created"));
});

export const update = statefulAction<OrganizationFormState>(async (form) => {
  return act(form, async (access) => {
    await updateOrganization(access, readDetails(form));
    return organizationPath(access.organizationId, "?done=updated");
  });
});

export const saveSeats = statefulAction<OrganizationFormState>(async (form) => {
  return act(form, async (access) => {
    await changeSeats(access, readField(form, "seats"));
    return organizationPath(access.organizationId, "?done=seats");
  });
});

export const sendInvitation = statefulAction<OrganizationFormState>(async (form) => {
  return act(form, async (access) => {
    await invite(access, { email: readField(form, "email"), role: Number(readField(form, "role")) });
    return organizationPath(access.organizationId, "?done=invited");
  });
});

export const withdraw = statefulAction<OrganizationFormState>(async (form) => {
  return act(form, async (access) => {
    await withdrawInvitation(access, readField(form, "invitationId"));
    return organizationPath(access.organizationId, "?done=withdrawn");
  });
});

export const saveRole = statefulAction<OrganizationFormState>(async (form) => {
  return act(form, async (access) => {
    await changeRole(access, { userId: readField(form, "userId"), role: Number(readField(form, "role")) });
    return organizationPath(access.organizationId, "?done=role");
  });
});

export const remove = statefulAction<OrganizationFormState>(async (form) => {
  return act(form, async (access) => {
    const ends = (name: string) => form.get(name) === "on";
    await removePerson(access, readField(form, "userId"), {
      typedName: readField(form, "confirmation"),
      endings: { keys: ends("keys"), webhooks: ends("webhooks"), connectors: ends("connectors") },
    });
    return organizationPath(access.organizationId, "?done=removed");
  });
});

export const leave = statefulAction<OrganizationFormState>(async (form) => {
  return act(form, async (access) => {
    await leaveOrganization(access, readField(form, "confirmation"));
    return `${ORGANIZATIONS_PATH}?done=left`;
  });
});

/** Of invitations: both buttons of one form. */
export const answer = statefulAction<OrganizationFormState>(async (form) => {
  const { user } = await requireSession(ORGANIZATIONS_PATH);
  const invitationId = readField(form, "invitationId");
  let path = `${ORGANIZATIONS_PATH}?done=declined`;
  try {
    await limitPersonWrites(user.id);
    if (form.get("answer") === "accept")
      path = organizationPath(await acceptInvitation(user.id, invitationId), "?done=joined");
    else await declineInvitation(user.id, invitationId);
  } catch (error) {
    return refuse(error);
  }
  redirect(path);
});
