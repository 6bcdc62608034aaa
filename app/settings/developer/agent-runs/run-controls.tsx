import { Ban } from "lucide-react";
import { useTranslations } from "next-intl";
import { runPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { PageWatch } from "@/app/_ui/list/page-watch";
import type { RunSummary } from "@/lib/agents/runs/queries";
import { isOver } from "@/lib/agents/runs/run";
import { printRun } from "@/lib/agents/runs/run-filter";
import { cancel } from "./actions";

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

interface CancelFormProps {
  run: { id: string; cancelRequestedAt: string | null };
  returnTo: "list" | "run" | "test";
  size?: "small" | "normal";
  label?: string;
}

export function CancelForm({ run, returnTo, size = "normal", label }: CancelFormProps) {
  const t = useTranslations("agentRunForms");
  if (run.cancelRequestedAt !== null) return <p className="text-xs text-ink-2">{t("cancelling")}</p>;
  return (
    <PlainForm action={cancel} failed={t("notCancelled")} hidden={{ runId: run.id, returnTo }} className="grid gap-2">
      <SubmitButton
        look="plain"
        size={size}
        icon={<Ban aria-hidden />}
        aria-label={label}
        className="justify-self-start"
      >
        {t("cancelRun")}
      </SubmitButton>
    </PlainForm>
  );
}
