import { CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/notice";
import { Panel } from "@/app/_ui/panel";
import type { RunDetail } from "@/lib/agent-runs/queries";
import { useReason } from "../use-reason";
import { Proposals } from "./proposals";

/** Why it did not succeed, or what came of it. */
export function RunOutcome({ run, userId }: { run: RunDetail; userId: string }) {
  const t = useTranslations("agentRuns.outcome");
  const { result, reason } = run;
  return (
    <>
      {reason ? <Reason reason={reason} /> : null}
      {result?.kind === "summary" || result?.kind === "reply" ? (
        <Panel id="result" title={t(result.kind)}>
          <p className="break-words whitespace-pre-wrap">{result.text}</p>
        </Panel>
      ) : null}
      {result?.kind === "connection" ? <Notice tone="good">{t("connection", { count: result.models })}</Notice> : null}
      {result?.kind === "proposals" ? (
        <Proposals
          run={run}
          proposals={result.proposals}
          leftOut={result.leftOut}
          isOwn={run.requestedById === userId}
        />
      ) : null}
    </>
  );
}

function Reason({ reason: { code, message } }: { reason: NonNullable<RunDetail["reason"]> }) {
  const words = useReason()(code);
  return (
    <section className="flex gap-2.5 rounded-control border border-bad/35 bg-bad-soft p-3 text-dense text-bad">
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {words ? <p className="font-medium text-pretty">{words}</p> : null}
        <p lang="en" className="break-words">
          {message}
        </p>
        <p className="font-mono text-xs">{code}</p>
      </div>
    </section>
  );
}
