import { useTranslations } from "next-intl";
import { runPath } from "@/app/_links";
import { PageWatch } from "@/app/_ui/list/page-watch";
import type { RunSummary } from "@/lib/agents/runs/queries";
import { isOver } from "@/lib/agents/runs/run";
import { printRun } from "@/lib/agents/runs/run-filter";

const FIRST_WAIT_MS = 500;

/** Follows one run until it has ended; where no JavaScript runs, the page says how to look again. */
export function RunWatch({ run }: { run: RunSummary }) {
  const t = useTranslations("agentRuns.watch");
  const moves = !isOver(run.state);
  return (
    <>
      <PageWatch
        path={`${runPath(run.id)}/pulse`}
        fingerprint={printRun(run)}
        isMoving={moves}
        moving={t(run.state === "queued" ? "queued" : "running")}
        updated={t("updated")}
        firstWaitMs={FIRST_WAIT_MS}
      />
      {moves ? (
        <noscript>
          <p className="mb-3 text-dense text-ink-2">{t("reload")}</p>
        </noscript>
      ) : null}
    </>
  );
}
