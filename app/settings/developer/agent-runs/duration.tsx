import { useTranslations } from "next-intl";
import type { RunSummary } from "@/lib/agent-runs/queries";

/** From its start to its end; nothing while it has not ended. */
export function Duration({ run }: { run: Pick<RunSummary, "startedAt" | "finishedAt"> }) {
  const t = useTranslations("agentRuns");
  if (run.startedAt === null || run.finishedAt === null) return <span className="text-ink-3">–</span>;
  const ms = Math.max(0, Date.parse(run.finishedAt) - Date.parse(run.startedAt));
  return <span className="tabular-nums">{ms < 1_000 ? t("ms", { ms }) : t("seconds", { seconds: ms / 1_000 })}</span>;
}
