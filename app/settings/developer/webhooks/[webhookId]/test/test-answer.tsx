"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { webhookPath } from "@/app/_links";
import { AttemptOutcome } from "../../attempt-outcome";
import type { test } from "../../delivery-actions";
import { ReceivedAnswer } from "../../received-answer";

type TestState = Awaited<ReturnType<typeof test>>;
export type TestedAttempt = Extract<TestState, { kind: "answered" }>["attempt"];

interface TestAnswerProps {
  state: TestState;
  webhookId: string;
  more?: (attempt: TestedAttempt) => ReactNode;
}

/** Shows the response in place; the history has the same, and the request. */
export function TestAnswer({ state, webhookId, more }: TestAnswerProps) {
  const t = useTranslations("deliveries");
  const attempt = state.kind === "answered" ? state.attempt : null;
  return (
    <section aria-label={t("test.answer")} className={attempt ? "min-w-0" : undefined}>
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
          {more?.(attempt)}
          <Link
            href={webhookPath(webhookId, `/attempts/${attempt.id}`)}
            className="justify-self-start text-dense font-medium underline underline-offset-4"
          >
            {t("test.inHistory")}
          </Link>
        </div>
      ) : null}
    </section>
  );
}
