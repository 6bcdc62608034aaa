import { Clock } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { organizationPath, pathOfStep } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { RoleBadge, RoleField } from "@/app/_ui/shown/role";
import { Time } from "@/app/_ui/shown/time";
import { listGivableRoles } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import type { SeatUse } from "@/lib/organizations/queries";
import { listInvitations } from "@/lib/organizations/queries";
import { INVITATION_LIFETIME_MS } from "@/lib/platform/limits";
import { sendInvitation, withdraw } from "../actions";

const DAY_MS = 24 * 60 * 60 * 1000;

export async function InviteSection({ access, use }: { access: OrganizationAccess; use: SeatUse }) {
  const [invitations, t] = await Promise.all([listInvitations(access), getTranslations("organizationSettings.invite")]);
  const { organizationId, role, seats } = access;
  const isFull = use.members + use.invited >= seats;
  return (
    <Section id="invite" title={t("title")}>
      {isFull ? (
        <Notice tone="warn">
          <p>{t(role === OWNER_ROLE ? "full" : "fullForManagers", { seats })}</p>
          {role === OWNER_ROLE ? (
            <LinkButton href={pathOfStep(organizationPath(organizationId), "seats")} size="small" className="mt-2.5">
              {t("toSeats")}
            </LinkButton>
          ) : null}
        </Notice>
      ) : (
        <PlainForm action={sendInvitation} failed={t("failed")} hidden={{ organizationId }} className="grid gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <TextField
              name="email"
              label={t("email")}
              hint={t("emailHint", { days: INVITATION_LIFETIME_MS / DAY_MS })}
              type="email"
              autoCapitalize="none"
              spellCheck={false}
            />
            <RoleField label={t("role")} roles={listGivableRoles(role)} />
          </div>
          <div>
            <SubmitButton>{t("submit")}</SubmitButton>
          </div>
        </PlainForm>
      )}
      {invitations.length === 0 ? null : (
        <ul aria-label={t("open")} className="card divide-y divide-line">
          {invitations.map(({ id, email, role: offered, invitedByName, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
              <Clock aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 basis-40 leading-tight">
                <span className="block font-medium break-all">{email}</span>
                <span className="block text-xs text-ink-3">
                  {t.rich("openText", {
                    name: invitedByName,
                    time: () => <Time value={expiresAt.toISOString()} style="date" />,
                  })}
                </span>
              </span>
              <RoleBadge role={offered} />
              <PlainForm
                action={withdraw}
                failed={t("notWithdrawn")}
                hidden={{ organizationId, invitationId: id }}
                className="flex flex-wrap items-center gap-2"
              >
                <SubmitButton look="dangerPlain" size="small" aria-label={t("withdrawOf", { email })}>
                  {t("withdraw")}
                </SubmitButton>
              </PlainForm>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
