import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { WEBHOOKS_PATH, webhookPath } from "@/app/_links";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { Notice } from "@/app/_ui/page/notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Time } from "@/app/_ui/shown/time";
import { requireSession } from "@/lib/accounts/sessions/session";
import { WEBHOOK_API_VERSION_V2 } from "@/lib/platform/limits";
import type { AttemptDetail } from "@/lib/webhooks/delivery/delivery";
import { readAttemptDetail } from "@/lib/webhooks/history/history-query";
import { openWebhook } from "@/lib/webhooks/settings/open-webhook";
import { buildSampleHeaders, buildSamplePayload } from "@/lib/webhooks/settings/sample";
import { findHeader, writeHeaderLines } from "../list-headers";
import { VerifyTool } from "./verify-tool";

export const generateMetadata = pageTitle("webhookVerify.title");

export default renderPage("attempt", async function VerifyPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(`${WEBHOOKS_PATH}/verify`);
  const params = await searchParams;
  const [webhookId, attemptId] = [readText(params, "webhook"), readText(params, "attempt")];
  const [attempt, t, list, { ui, webhookVerify }] = await Promise.all([
    webhookId === "" ? null : readChosenAttempt(user.id, webhookId, attemptId),
    getTranslations("webhookVerify"),
    getTranslations("webhooks"),
    getMessages(),
  ]);
  return (
    <>
      <PageHeader back={<BackLink href={WEBHOOKS_PATH}>{list("title")}</BackLink>} title={t("title")} />
      <noscript>
        <div className="mb-4">
          <Notice tone="warn">{t("noScript")}</Notice>
        </div>
      </noscript>
      {attempt ? (
        <div className="mb-4">
          <Notice>
            {t.rich("prefilled", {
              event: () => <span className="font-mono">{attempt.event}</span>,
              time: () => <Time value={attempt.deliveredAt} style="precise" />,
            })}{" "}
            <Link href={webhookPath(webhookId, `/attempts/${attempt.id}`)} className="underline underline-offset-4">
              {t("backToAttempt")}
            </Link>
          </Notice>
        </div>
      ) : null}
      <NextIntlClientProvider messages={{ ui, webhookVerify }}>
        <VerifyTool
          key={attempt?.id}
          given={attempt && fillFrom(attempt)}
          sample={{
            headers: buildSampleHeaders("task.created"),
            body: buildSamplePayload("task.created", WEBHOOK_API_VERSION_V2),
          }}
        />
      </NextIntlClientProvider>
    </>
  );
});

async function readChosenAttempt(userId: string, webhookId: string, attemptId: string): Promise<AttemptDetail> {
  const access = await orNotFound(openWebhook(userId, webhookId));
  return orNotFound(readAttemptDetail(access, attemptId));
}

/** Uses the time of the attempt: a receiver that checked the signature then was within the window. */
function fillFrom(attempt: AttemptDetail) {
  return {
    headers: writeHeaderLines(attempt),
    body: attempt.payload,
    now: findHeader(attempt, "svc-webhook-timestamp") ?? "",
  };
}
