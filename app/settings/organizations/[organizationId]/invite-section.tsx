import { Clock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { Notice } from "@/app/_ui/notice";
import { RoleBadge } from "@/app/_ui/role";
import { Time } from "@/app/_ui/time";
import { listGivableRoles } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import { listInvitations } from "@/lib/organizations/invitations-query";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import type { SeatUse } from "@/lib/organizations/seats-query";
import { organizationPath } from "../paths";
import { InviteForm, WithdrawForm } from "./invite-forms";

/** For managers: inviting, and what is still open. With all seats taken it says so, and leads an owner to more. */
export async function InviteSection({ access, use }: { access: OrganizationAccess; use: SeatUse }) {
  const [invitations, t] = await Promise.all([listInvitations(access), getTranslations("organizationSettings.invite")]);
  const { organizationId, role, seats } = access;
  const isFull = use.members + use.invited >= seats;
  return (
    <section aria-labelledby="invite" className="grid grid-cols-1 gap-3">
      <h2 id="invite" className="font-semibold">
        {t("title")}
      </h2>
      {isFull ? (
        <Notice tone="warn">
          <p>{t(role === OWNER_ROLE ? "full" : "fullForManagers", { seats })}</p>
          {role === OWNER_ROLE ? (
            <LinkButton href={organizationPath(organizationId, "/seats")} size="small" className="mt-2.5">
              {t("toSeats")}
            </LinkButton>
          ) : null}
        </Notice>
      ) : (
        <InviteForm organizationId={organizationId} roles={listGivableRoles(role)} />
      )}
      {invitations.length === 0 ? null : (
        <ul aria-label={t("open")} className="card divide-y divide-line">
          {invitations.map(({ id, email, role: offered, invitedByName, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
              <Clock aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 basis-40 leading-tight">
                <span className="block font-medium break-all">{email}</span>
                <span className="block text-xs text-ink-3 break-words">
                  {t.rich("openText", {
                    name: invitedByName,
                    time: () => <Time value={expiresAt.toISOString()} style="date" />,
                  })}
                </span>
              </span>
              <RoleBadge role={offered} />
              <WithdrawForm organizationId={organizationId} invitationId={id} email={email} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
