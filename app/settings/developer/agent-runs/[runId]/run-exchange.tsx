import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/code-block";
import { Panel } from "@/app/_ui/panel";
import type { RunDetail } from "@/lib/agent-runs/run";

/** What left the service word for word, and what came back: for those who manage the connector alone. */
export function RunExchange({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns.exchange");
  if (run.action === "test-connection") return null;
  return (
    <Panel id="exchange" title={t("title")}>
      {run.mayManage ? (
        <div className="grid gap-4">
          <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
          {run.prompt === null ? (
            <p className="text-dense text-ink-3">{t("nothingSent")}</p>
          ) : (
            <CodeBlock label={t("prompt")} code={run.prompt} wraps />
          )}
          {run.answer === null ? null : <CodeBlock label={t("answer")} code={run.answer} wraps />}
        </div>
      ) : (
        <p className="text-dense text-ink-2 text-pretty">{t("managersOnly")}</p>
      )}
    </Panel>
  );
}
