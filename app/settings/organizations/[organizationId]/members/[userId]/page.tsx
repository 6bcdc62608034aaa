import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { drawPage } from "@/app/_ui/draw-page";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { RoleBadge } from "@/app/_ui/role";
import { isRole, listGivableRoles, mayManage } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import { readTraces } from "@/lib/offboarding/queries";
import { readPerson } from "@/lib/organizations/people-query";
import { countSeatUse } from "@/lib/organizations/seats-query";
import { openOrganizationPage, orNotFound } from "../../../find-organization";
import { organizationPath } from "../../../paths";
import { RemoveSection } from "./remove-section";
import { RoleForm } from "./role-form";

interface Props {
  params: Promise<{ organizationId: string; userId: string }>;
}

export const generateMetadata = pageTitle("organizationSettings.person.title");

export default drawPage("member", async function PersonPage({ params }: Props) {
  const { organizationId, userId } = await params;
  const access = await openOrganizationPage(organizationId, `/members/${encodeURIComponent(userId)}`);
  const person = await orNotFound(readPerson(access, userId));
  if (!mayManage(access.role) || person.role > access.role) notFound();
  const [use, traces, t] = await Promise.all([
    countSeatUse(access),
    readTraces(access, userId),
    getTranslations("organizationSettings.person"),
  ]);
  const isSelf = userId === access.userId;
  const isLastOwner = person.role === OWNER_ROLE && use.owners === 1;
  const facts = { organizationId, userId, name: person.name };
  return (
    <>
      <PageHeader
        back={<BackLink href={organizationPath(organizationId)}>{access.name}</BackLink>}
        title={<span className="break-words">{person.name}</span>}
        description={<span className="break-all">{person.email}</span>}
      >
        <RoleBadge role={person.role} />
      </PageHeader>
      <div className="grid max-w-2xl grid-cols-1 gap-6">
        {isLastOwner ? (
          <p className="card p-5 text-ink-2 text-pretty">{t("lastOwner")}</p>
        ) : (
          <RoleForm
            {...facts}
            roles={listGivableRoles(access.role)}
            current={isRole(person.role) ? person.role : null}
          />
        )}
        {isLastOwner || isSelf ? null : <RemoveSection {...facts} organization={access.name} traces={traces} />}
      </div>
    </>
  );
});
