import { useTranslations } from "next-intl";
import { Panel } from "@/app/_ui/panel";
import { Time } from "@/app/_ui/time";
import type { RunSummary } from "@/lib/agent-runs/queries";
import { isOver, type RunStep } from "@/lib/agent-runs/run";
import { now } from "@/lib/platform/clock";
import { CancelForm } from "../../../agent-runs/cancel-form";
import { RunStatus } from "../../../agent-runs/run-status";
import { RunSteps } from "../../../agent-runs/run-steps";
import { RunWatch } from "../../../agent-runs/run-watch";

const STEPS = ["name", "address", "connection", "tls", "authentication", "model_list", "model"];
const PENDING = STEPS.map((name): RunStep => ({ name, state: "pending", code: null, detail: null, durationMs: null }));

/** Before the first test, what will be looked at; then each step as it goes. */
export function TestSteps({ run }: { run: RunSummary | null }) {
  const t = useTranslations("connectors.test");
  return (
    <div>
      {run ? <RunWatch run={run} /> : null}
      <Panel id="steps" title={t("steps")}>
        {run ? (
          <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-dense text-ink-2">
            <RunStatus state={run.state} />
            <span>
              <Time value={run.createdAt} style="relative" now={now().toISOString()} />
            </span>
            {isOver(run.state) ? null : <CancelForm run={run} returnTo="test" size="small" />}
          </div>
        ) : null}
        <RunSteps steps={run && run.steps.length > 0 ? run.steps : PENDING} />
      </Panel>
    </div>
  );
}
