"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { SubmitButton } from "@/app/_ui/submit-button";
import { addProposal, type ProposalState } from "../actions";

const IDLE: ProposalState = { kind: "idle" };

export function ProposalForm({ runId, index, title }: { runId: string; index: number; title: string }) {
  const t = useTranslations("agentRunForms");
  const [state, action, isPending] = useActionState(addProposal, IDLE);
  return (
    <ActionForm action={action}>
      <input type="hidden" name="runId" value={runId} />
      <input type="hidden" name="index" value={index} />
      <SubmitButton look="plain" size="small" isPending={isPending} aria-label={t("addTaskOf", { title })}>
        <Plus aria-hidden />
        {t("addTask")}
      </SubmitButton>
      {state.kind === "refused" ? (
        <p role="alert" className="mt-1 max-w-56 text-xs text-bad">
          {t(`refusals.${state.refusal}`)}
        </p>
      ) : null}
    </ActionForm>
  );
}
