import { Ban } from "lucide-react";
import { useTranslations } from "next-intl";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { cancel } from "./actions";

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
