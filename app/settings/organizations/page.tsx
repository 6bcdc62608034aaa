import { Building2, ChevronRight, MailOpen, Plus } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ORGANIZATIONS_PATH, organizationPath, pathOfStep } from "@/app/_links";
import { Button } from "@/app/_ui/controls/button";
import { StepDialog } from "@/app/_ui/controls/dialog";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { Avatar } from "@/app/_ui/shown/avatar";
import { RoleBadge } from "@/app/_ui/shown/role";
import { Time } from "@/app/_ui/shown/time";
import { nameRole } from "@/lib/access/membership";
import { requireSession } from "@/lib/accounts/sessions/session";
import { type OrganizationAccess, openOrganizations } from "@/lib/organizations/open-organization";
import { listReceivedInvitations, type ReceivedInvitation } from "@/lib/organizations/queries";
import { MONTHLY_UNITS_MIN } from "@/lib/platform/limits";
import { answer } from "./actions";
import { DetailsForm } from "./details-form";
import { OrganizationNotice } from "./organization-page";

export const generateMetadata = pageTitle("organizationSettings.title");

export default async function OrganizationsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(ORGANIZATIONS_PATH);
  const [given, organizations, invitations, t] = await Promise.all([
    searchParams,
    openOrganizations(user.id),
    listReceivedInvitations(user.id),
    getTranslations("organizationSettings"),
  ]);
  const create = (
    <IconLink
      icon={Plus}
      look={organizations.length > 0 ? "plain" : "primary"}
      href={pathOfStep(ORGANIZATIONS_PATH, "new")}
    >
      {t("create.action")}
    </IconLink>
  );
  return (
    <>
      {readText(given, "step") === "new" ? <NewStep /> : null}
      <PageHeader title={t("title")}>{organizations.length > 0 ? create : null}</PageHeader>
      <div className="grid max-w-3xl grid-cols-1 gap-x-10 gap-y-9">
        <OrganizationNotice given={given} />
        <ReceivedInvitations invitations={invitations} />
        {organizations.length > 0 ? (
          <OrganizationList organizations={organizations} />
        ) : (
          <EmptyState icon={Building2} title={t("empty.title")} text={t("empty.text")}>
            {create}
          </EmptyState>
        )}
      </div>
    </>
  );
}

function NewStep() {
  const t = useTranslations("organizationSettings.create");
  const format = useFormatter();
  return (
    <StepDialog backHref={ORGANIZATIONS_PATH} title={t("title")}>
      <p className="text-ink-2 text-pretty">{t("description", { units: format.number(MONTHLY_UNITS_MIN) })}</p>
      <DetailsForm organization={null} />
    </StepDialog>
  );
}

function ReceivedInvitations({ invitations }: { invitations: readonly ReceivedInvitation[] }) {
  const t = useTranslations("organizationSettings.received");
  if (invitations.length === 0) return null;
  return (
    <Section id="received" title={t("title")}>
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
    </Section>
  );
}

function InvitationCard({ invitation }: { invitation: ReceivedInvitation }) {
  const t = useTranslations("organizationSettings.received");
  const roles = useTranslations("roles.names");
  const { id, organizationName, role, invitedByName, invitedByEmail, expiresAt } = invitation;
  return (
    <div className="card grid gap-3 p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <MailOpen aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        <div className="min-w-0">
          <p className="font-medium">{t("text", { organization: organizationName, role: roles(nameRole(role)) })}</p>
          <p className="mt-0.5 text-dense text-ink-2">
            {t.rich("by", {
              name: invitedByName,
              email: invitedByEmail,
              time: () => <Time value={expiresAt.toISOString()} style="date" />,
            })}
          </p>
        </div>
      </div>
      <PlainForm action={answer} failed={t("failed")} hidden={{ invitationId: id }} className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          <SubmitButton name="answer" value="accept">
            {t("accept")}
          </SubmitButton>
          <Button type="submit" name="answer" value="decline">
            {t("decline")}
          </Button>
        </div>
      </PlainForm>
    </div>
  );
}

function OrganizationList({ organizations }: { organizations: readonly OrganizationAccess[] }) {
  const t = useTranslations("organizationSettings");
  return (
    <ul aria-label={t("title")} className="card divide-y divide-line overflow-hidden">
      {organizations.map(({ organizationId, name, description, role }) => (
        <li key={organizationId}>
          <Link
            href={organizationPath(organizationId)}
            className="flex min-h-16 items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-muted"
          >
            <Avatar name={name} id={organizationId} />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block font-medium">{name}</span>
                {description ? <span className="block truncate text-dense text-ink-2">{description}</span> : null}
              </span>
              <span className="w-28 shrink-0">
                <RoleBadge role={role} />
              </span>
            </span>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
