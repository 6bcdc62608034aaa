import { Pencil, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { RoleTable } from "@/app/_ui/role";
import type { SearchParams } from "@/app/_ui/search-params";
import { pathOfNewRoom } from "@/app/rooms/_frame/paths";
import { mayManage } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import { seesPeople } from "@/lib/organizations/people-query";
import { countSeatUse, type SeatUse } from "@/lib/organizations/seats-query";
import { DoneNotice } from "../done-notice";
import { openOrganizationPage } from "../find-organization";
import { ORGANIZATIONS_PATH, organizationPath } from "../paths";
import { InviteSection } from "./invite-section";
import { PeopleSection } from "./people-section";
import { SeatsPanel } from "./seats-panel";

interface Props {
  params: Promise<{ organizationId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("organizationSettings.one");

export default drawPage("organization", async function OrganizationPage({ params, searchParams }: Props) {
  const access = await openOrganizationPage((await params).organizationId);
  const [given, use, t] = await Promise.all([
    searchParams,
    countSeatUse(access),
    getTranslations("organizationSettings"),
  ]);
  const { organizationId, name, description, role } = access;
  const isMember = seesPeople(role);
  return (
    <>
      <PageHeader
        back={<BackLink href={ORGANIZATIONS_PATH}>{t("title")}</BackLink>}
        title={<span className="break-words">{name}</span>}
        description={description ? <span className="whitespace-pre-line break-words">{description}</span> : null}
      >
        {isMember ? (
          <LinkButton href={pathOfNewRoom(organizationId)}>
            <Plus aria-hidden />
            {t("newRoom")}
          </LinkButton>
        ) : null}
        {mayManage(role) ? (
          <LinkButton href={organizationPath(organizationId, "/edit")}>
            <Pencil aria-hidden />
            {t("edit.action")}
          </LinkButton>
        ) : null}
      </PageHeader>
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <DoneNotice given={given} />
        {isMember ? <PeopleSection access={access} use={use} given={given} /> : <p>{t("guest")}</p>}
        {mayManage(role) ? <InviteSection access={access} use={use} /> : null}
        {isMember ? <SeatsPanel access={access} use={use} /> : null}
        <section aria-labelledby="roles" className="grid grid-cols-1 gap-3">
          <h2 id="roles" className="font-semibold">
            {t("roles")}
          </h2>
          <RoleTable place="organization" />
        </section>
        <LeaveSection access={access} use={use} />
      </div>
    </>
  );
});

async function LeaveSection({ access, use }: { access: OrganizationAccess; use: SeatUse }) {
  const t = await getTranslations("organizationSettings.leave");
  const isLastOwner = access.role === OWNER_ROLE && use.owners === 1;
  return (
    <section aria-labelledby="leave" className="card flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
      <div className="min-w-0 max-w-prose">
        <h2 id="leave" className="font-semibold">
          {t("title")}
        </h2>
        <p className="mt-1 text-dense text-ink-2 text-pretty">{t(isLastOwner ? "lastOwner" : "short")}</p>
      </div>
      {isLastOwner ? null : (
        <LinkButton href={organizationPath(access.organizationId, "/leave")} look="dangerPlain">
          {t("action")}
        </LinkButton>
      )}
    </section>
  );
}
