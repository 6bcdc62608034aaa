import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { organizationPath } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { OWNER_ROLE } from "@/lib/access/roles";
import { countSeatUse } from "@/lib/organizations/queries";
import { maxSelfServiceSeats } from "@/lib/organizations/update";
import { readUnits } from "@/lib/usage/reserve";
import { openOrganizationPage } from "../../organization-page";
import { SeatsForm } from "./seats-form";

export const generateMetadata = pageTitle("organizationSettings.seats.title");

export default renderPage(
  "organization",
  async function SeatsPage({ params }: { params: Promise<{ organizationId: string }> }) {
    const access = await openOrganizationPage((await params).organizationId, "/seats");
    const { organizationId, billingEntityId, name, plan, seats, role } = access;
    if (role !== OWNER_ROLE) notFound();
    const [use, { used }, t] = await Promise.all([
      countSeatUse(access),
      readUnits({ entityId: billingEntityId, plan, seats }),
      getTranslations("organizationSettings.seats"),
    ]);
    return (
      <>
        <PageHeader
          back={<BackLink href={organizationPath(organizationId)}>{name}</BackLink>}
          title={t("title")}
          description={t("description")}
        />
        <div className="max-w-xl">
          <SeatsForm
            organizationId={organizationId}
            plan={plan}
            seats={seats}
            max={maxSelfServiceSeats(seats)}
            taken={use.members + use.invited}
            used={used}
          />
        </div>
      </>
    );
  },
);
