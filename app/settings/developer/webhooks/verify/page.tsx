import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { requireSession } from "@/lib/accounts/session";
import { WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import { buildSampleHeaders, buildSamplePayload } from "@/lib/webhooks/sample";
import { WEBHOOKS_PATH } from "../paths";
import { VerifyTool } from "./verify-tool";

export const generateMetadata = pageTitle("webhookVerify.title");

export default async function VerifyPage() {
  await requireSession(`${WEBHOOKS_PATH}/verify`);
  const [t, list, { ui, webhookVerify }] = await Promise.all([
    getTranslations("webhookVerify"),
    getTranslations("webhooks"),
    getMessages(),
  ]);
  return (
    <>
      <PageHeader
        back={<BackLink href={WEBHOOKS_PATH}>{list("title")}</BackLink>}
        title={t("title")}
        description={t("description")}
      />
      <noscript>
        <div className="mb-4">
          <Notice tone="warn">{t("noScript")}</Notice>
        </div>
      </noscript>
      <NextIntlClientProvider messages={{ ui, webhookVerify }}>
        <VerifyTool
          sample={{
            headers: buildSampleHeaders("task.created"),
            body: buildSamplePayload("task.created", WEBHOOK_API_VERSION_V2),
          }}
        />
      </NextIntlClientProvider>
    </>
  );
}
