import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { HOLDS_PATH, liftHoldPath } from "@/app/_links";
import { Notice } from "@/app/_ui/page/notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { readHold } from "@/lib/admin/legal-holds/queries";
import { requireAdmin } from "../../../open-administration-page";
import { LiftForm } from "./lift-form";

export const generateMetadata = pageTitle("legalHolds.liftPage.title");

export default renderPage("page", async function LiftHoldPage({ params }: { params: Promise<{ holdId: string }> }) {
  const { holdId } = await params;
  const admin = await requireAdmin(liftHoldPath(holdId));
  const { owner, lifted, reason } = await orNotFound(readHold(admin, holdId));
  if (lifted) redirect(HOLDS_PATH);
  const t = await getTranslations("legalHolds");
  return (
    <StepPage backHref={HOLDS_PATH} name={t("title")} title={t("liftPage.heading", { name: owner.name })}>
      <p className="whitespace-pre-line text-ink-2">{reason}</p>
      <Notice tone="warn">{t("liftPage.consequence")}</Notice>
      <LiftForm holdId={holdId} name={owner.name} />
    </StepPage>
  );
});
