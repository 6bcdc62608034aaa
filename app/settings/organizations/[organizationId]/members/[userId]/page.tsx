import { notFound } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { organizationPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { CheckField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { BackLink } from "@/app/_ui/page/back-link";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { RoleBadge, RoleRadios } from "@/app/_ui/shown/role";
import { listGivableRoles, mayManage } from "@/lib/access/membership";
import { OWNER_ROLE } from "@/lib/access/roles";
import { countSeatUse, readPerson } from "@/lib/organizations/queries";
import { readTraces, type Traces } from "@/lib/people/queries";
import { remove, saveRole } from "../../../actions";
import { openOrganizationPage, SeatConsequences } from "../../../organization-page";

interface Props {
  params: Promise<{ organizationId: string; userId: string }>;
}

export const generateMetadata = pageTitle("organizationSettings.person.title");

export default renderPage("member", async function PersonPage({ params }: Props) {
  const { organizationId, userId } = await params;
  const access = await openOrganizationPage(organizationId, `/members/${encodeURIComponent(userId)}`);
  if (!mayManage(access.role)) notFound();
  const person = await orNotFound(readPerson(access, userId));
  if (person.role > access.role) notFound();
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
        title={person.name}
        description={<span className="break-all">{person.email}</span>}
      >
        <RoleBadge role={person.role} />
      </PageHeader>
      <div className="grid max-w-2xl grid-cols-1 gap-6">
        {isLastOwner ? (
          <p className="text-ink-2 text-pretty">{t("lastOwner")}</p>
        ) : (
          <PlainForm action={saveRole} failed={t("failed")} hidden={{ organizationId, userId }} className="grid gap-4">
            <RoleRadios place="organization" roles={listGivableRoles(access.role)} current={person.role} />
            <div>
              <SubmitButton>{t("save")}</SubmitButton>
            </div>
          </PlainForm>
        )}
        {isLastOwner || isSelf ? null : <RemoveSection {...facts} organization={access.name} traces={traces} />}
      </div>
    </>
  );
});

interface RemoveSectionProps {
  organizationId: string;
  userId: string;
  name: string;
  organization: string;
  traces: Traces;
}

function RemoveSection({ organizationId, userId, name, organization, traces }: RemoveSectionProps) {
  const t = useTranslations("organizationSettings.remove");
  const format = useFormatter();
  const endings = (["keys", "webhooks", "connectors"] as const).filter((kind) => traces[kind].length > 0);
  return (
    <section aria-labelledby="remove" className="card grid gap-4 p-4 sm:p-5">
      <h2 id="remove" className="text-lg font-semibold tracking-tight">
        {t("title", { name, organization })}
      </h2>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <SeatConsequences seats={traces.seats} />
      <ConfirmForm
        action={remove}
        hidden={{ organizationId, userId }}
        name={name}
        failed={t("failed")}
        submit={t("submit")}
        cancelHref={organizationPath(organizationId)}
      >
        {endings.length === 0 ? null : (
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-dense font-medium">{t("endings")}</legend>
            {endings.map((kind) => (
              <CheckField
                key={kind}
                name={kind}
                defaultChecked
                label={t(`${kind}.label`, { count: traces[kind].length })}
                hint={t(`${kind}.hint`, { names: format.list(traces[kind].map((trace) => trace.name)) })}
              />
            ))}
          </fieldset>
        )}
      </ConfirmForm>
    </section>
  );
}
