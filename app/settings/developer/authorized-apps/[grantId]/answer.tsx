import { LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/app/_ui/time";
import type { GrantSummary } from "@/lib/oauth/grant";

/** The question that brings people here, and its answer in plain words. */
export function Answer({ grant }: { grant: GrantSummary }) {
  const t = useTranslations("grants.answer");
  const { endedAt, reason } = grant;
  if (endedAt === null) return null;
  const cause = grant.state === "expired" ? "expired" : (reason ?? "unknown");
  const next = cause === "refresh_reuse" || cause === "code_replay" || cause === "leaked" ? t(`${cause}_next`) : null;
  return (
    <section aria-labelledby="answer" className="card mb-6 flex gap-3.5 border-line-strong p-5">
      <LifeBuoy aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <div className="min-w-0 max-w-prose">
        <h2 id="answer" className="font-semibold">
          {t("title")}
        </h2>
        <p className="mt-1 text-ink-2 text-pretty">{t.rich(cause, { time: () => <Time value={endedAt} /> })}</p>
        {grant.leakUrl === null ? null : (
          <p className="mt-2 text-ink-2">
            {t("foundAt")}{" "}
            <a
              href={grant.leakUrl}
              rel="noopener noreferrer nofollow"
              target="_blank"
              className="break-all underline underline-offset-4"
            >
              {grant.leakUrl}
            </a>
          </p>
        )}
        {next ? <p className="mt-2 text-ink-2 text-pretty">{next}</p> : null}
      </div>
    </section>
  );
}
