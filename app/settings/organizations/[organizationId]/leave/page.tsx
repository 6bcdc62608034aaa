import { getTranslations } from "next-intl/server";
import { organizationPath } from "@/app/_links";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { readOwnSeats } from "@/lib/people/queries";
import { leave } from "../../actions";
import { openOrganizationPage, SeatConsequences } from "../../organization-page";

export const generateMetadata = pageTitle("organizationSettings.leave.title");

export default renderPage(
  "organization",
  async function LeaveOrganizationPage({ params }: { params: Promise<{ organizationId: string }> }) {
    const access = await openOrganizationPage((await params).organizationId, "/leave");
    const { organizationId, name } = access;
    const [seats, t] = await Promise.all([readOwnSeats(access), getTranslations("organizationSettings.leave")]);
    return (
      <>
        <PageHeader
          back={<BackLink href={organizationPath(organizationId)}>{name}</BackLink>}
          title={t("heading", { name })}
        />
        <div className="card grid max-w-xl gap-5 p-4 sm:p-5">
          <p className="text-ink-2 text-pretty">{t("consequence")}</p>
          <SeatConsequences seats={seats} />
          <ConfirmForm
            action={leave}
            hidden={{ organizationId }}
            name={name}
            failed={t("failed")}
            submit={t("action")}
            cancelHref={organizationPath(organizationId)}
          />
        </div>
      </>
    );
  },
);
