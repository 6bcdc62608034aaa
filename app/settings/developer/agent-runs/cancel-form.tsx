"use client";

import { Ban } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type CancelState, cancel } from "./actions";

const IDLE: CancelState = { kind: "idle" };

interface CancelFormProps {
  run: { id: string; cancelRequestedAt: string | null };
  /** Where it is, so that the same page comes back. */
  returnTo: "list" | "run" | "test";
  size?: "small" | "normal";
  /** Which run, where there are many. */
  label?: string;
}

export function CancelForm({ run, returnTo, size = "normal", label }: CancelFormProps) {
  const t = useTranslations("agentRunForms");
  const [state, action, isPending] = useActionState(cancel, IDLE);
  if (run.cancelRequestedAt !== null) return <p className="text-xs text-ink-2">{t("cancelling")}</p>;
  return (
    <ActionForm action={action}>
      <input type="hidden" name="runId" value={run.id} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <SubmitButton look="plain" size={size} isPending={isPending} aria-label={label}>
        <Ban aria-hidden />
        {t("cancelRun")}
      </SubmitButton>
      {state.kind === "gone" ? (
        <p role="alert" className="mt-1 text-xs text-bad">
          {t("gone")}
        </p>
      ) : null}
    </ActionForm>
  );
}
