import { getFormatter, getTranslations } from "next-intl/server";
import { ORGANIZATIONS_PATH } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";
import { MONTHLY_UNITS_MIN } from "@/lib/platform/limits";
import { DetailsForm } from "../details-form";

export const generateMetadata = pageTitle("organizationSettings.create.title");

export default async function NewOrganizationPage() {
  await requireSession(`${ORGANIZATIONS_PATH}/new`);
  const [t, format] = await Promise.all([getTranslations("organizationSettings.create"), getFormatter()]);
  return (
    <>
      <PageHeader
        back={<BackLink href={ORGANIZATIONS_PATH}>{t("back")}</BackLink>}
        title={t("title")}
        description={t("description", { units: format.number(MONTHLY_UNITS_MIN) })}
      />
      <div className="max-w-xl">
        <DetailsForm organization={null} />
      </div>
    </>
  );
}
