"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { wasSent } from "@/lib/webhooks/diagnosis";
import { AttemptOutcome } from "../../attempt-outcome";
import type { test } from "../../delivery-actions";
import { pathOf } from "../../paths";
import { ReceivedAnswer, SentRequest } from "../../sent-request";

type TestState = Awaited<ReturnType<typeof test>>;

/** Shows the response in place; the history has the same. */
export function TestAnswer({ state, webhookId }: { state: TestState; webhookId: string }) {
  const t = useTranslations("deliveries");
  const attempt = state.kind === "answered" ? state.attempt : null;
  return (
    <section aria-label={t("test.answer")} className={attempt ? "card min-w-0 p-5" : undefined}>
      <div role="status">
        {attempt ? (
          <>
            <p className="mb-2 text-xs text-ink-3">
              {t("test.sent", { count: state.kind === "answered" ? state.sent : 0 })}{" "}
              <span className="font-mono">{attempt.event}</span>
            </p>
            <AttemptOutcome outcome={attempt} />
          </>
        ) : null}
      </div>
      {attempt ? (
        <div className="mt-4 grid grid-cols-1 gap-4">
          <ReceivedAnswer sent={attempt} />
          <details className="group">
            <summary className="inline-flex min-h-6 items-center text-dense text-ink-2 underline underline-offset-4 hover:text-ink">
              {t(wasSent(attempt) ? "test.whatWasSent" : "request.unsentTitle")}
            </summary>
            <div className="mt-3">
              <SentRequest sent={attempt} />
            </div>
          </details>
          <Link
            href={pathOf(webhookId, `/attempts/${attempt.id}`)}
            className="justify-self-start text-dense font-medium underline underline-offset-4"
          >
            {t("test.inHistory")}
          </Link>
        </div>
      ) : null}
    </section>
  );
}
