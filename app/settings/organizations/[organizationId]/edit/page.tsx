import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { organizationPath } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { mayManage } from "@/lib/access/membership";
import { DetailsForm } from "../../details-form";
import { openOrganizationPage } from "../../organization-page";

export const generateMetadata = pageTitle("organizationSettings.edit.title");

export default renderPage(
  "organization",
  async function EditOrganizationPage({ params }: { params: Promise<{ organizationId: string }> }) {
    const { organizationId, name, description, role } = await openOrganizationPage(
      (await params).organizationId,
      "/edit",
    );
    if (!mayManage(role)) notFound();
    const t = await getTranslations("organizationSettings.edit");
    return (
      <>
        <PageHeader back={<BackLink href={organizationPath(organizationId)}>{name}</BackLink>} title={t("title")} />
        <div className="max-w-xl">
          <DetailsForm organization={{ organizationId, name, description }} />
        </div>
      </>
    );
  },
);
