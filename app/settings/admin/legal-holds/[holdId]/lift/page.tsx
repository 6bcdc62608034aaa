import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { HOLDS_PATH, liftHoldPath } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { TextArea, TextField } from "@/app/_ui/form/field";
import { Notice } from "@/app/_ui/page/notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { readHold } from "@/lib/admin/legal-holds/queries";
import { requireAdmin } from "../../../open-administration-page";
import { lift } from "../../actions";

export const generateMetadata = pageTitle("legalHolds.liftPage.title");

export default renderPage("page", async function LiftHoldPage({ params }: { params: Promise<{ holdId: string }> }) {
  const { holdId } = await params;
  const admin = await requireAdmin(liftHoldPath(holdId));
  const { owner, lifted, reason } = await orNotFound(readHold(admin, holdId));
  if (lifted) redirect(HOLDS_PATH);
  const [t, ui] = await Promise.all([getTranslations("legalHolds"), getTranslations("ui")]);
  const strong = (text: ReactNode) => <strong className="font-semibold break-all">{text}</strong>;
  return (
    <StepPage backHref={HOLDS_PATH} name={t("title")} title={t("liftPage.heading", { name: owner.name })}>
      <p className="whitespace-pre-line text-ink-2">{reason}</p>
      <Notice tone="warn">{t("liftPage.consequence")}</Notice>
      <PlainForm action={lift} failed={t("liftPage.failed")} hidden={{ holdId }} noValidate className="grid gap-4">
        <TextArea name="reason" label={t("liftPage.reason")} rows={3} defaultValue="" />
        <TextField
          name="confirmation"
          label={ui.rich("confirmByTyping", { text: owner.name, strong })}
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormButtons look="danger" submit={t("liftPage.submit")} cancelHref={HOLDS_PATH} />
      </PlainForm>
    </StepPage>
  );
});
