import { Building2, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import type { SearchParams } from "@/app/_ui/search-params";
import { requireSession } from "@/lib/accounts/session";
import { listReceivedInvitations } from "@/lib/organizations/invitations-query";
import { openOrganizations } from "@/lib/organizations/open-organization";
import { DoneNotice } from "./done-notice";
import { OrganizationList } from "./organization-list";
import { ORGANIZATIONS_PATH } from "./paths";
import { ReceivedInvitations } from "./received-invitations";

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
    <LinkButton look={organizations.length > 0 ? "plain" : "primary"} href={`${ORGANIZATIONS_PATH}/new`}>
      <Plus aria-hidden />
      {t("create.action")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t("title")} description={t("description")}>
        {organizations.length > 0 ? create : null}
      </PageHeader>
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <DoneNotice given={given} />
        <ReceivedInvitations
          invitations={invitations.map(({ expiresAt, ...rest }) => ({ ...rest, expiresAt: expiresAt.toISOString() }))}
        />
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
