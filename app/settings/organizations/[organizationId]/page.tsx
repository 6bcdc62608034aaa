import { Pencil, Plus } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { PageHeader } from "@/app/_ui/page-header";
import { RoleTable } from "@/app/_ui/role";
import type { SearchParams } from "@/app/_ui/search-params";
import { pathOfNewRoom } from "@/app/rooms/new/paths";
import { mayManage } from "@/lib/access/membership";
import { seesPeople } from "@/lib/organizations/people-query";
import { countSeatUse } from "@/lib/organizations/seats-query";
import { DoneNotice } from "../done-notice";
import { openOrganizationPage } from "../find-organization";
import { ORGANIZATIONS_PATH, organizationPath } from "../paths";
import { InviteSection } from "./invite-section";
import { LeaveSection } from "./leave-section";
import { PeopleSection } from "./people-section";
import { SeatsPanel } from "./seats-panel";

interface Props {
  params: Promise<{ organizationId: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("organizationSettings"))("one") };
}

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
