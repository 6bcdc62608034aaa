"use client";

import { Ban, ListPlus, ListTodo, Sparkles, TextQuote } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActionForm } from "@/app/_ui/form/action-form";
import type { FormAction } from "@/app/_ui/form/define-action";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Select } from "@/app/_ui/input";
import { accept, append, ask, stop } from "./actions";

interface Place {
  roomId: string;
  recordId: string;
}

interface StepFormProps extends Place {
  action: FormAction;
  runId?: string;
  children: ReactNode;
}

/** One agent action, with the reason if it was refused. */
function StepForm({ action, roomId, recordId, runId = "", children }: StepFormProps) {
  const t = useTranslations("roomRecords");
  const form = useForm(action);
  return (
    <ActionForm
      form={form}
      failed={t("refused")}
      hidden={{ roomId, recordId, runId }}
      className="grid grid-cols-1 gap-3"
    >
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </ActionForm>
  );
}

interface AskFormProps extends Place {
  connectors: readonly { id: string; name: string }[];
  canPropose: boolean;
}

export function AskForm({ connectors, canPropose, ...place }: AskFormProps) {
  const t = useTranslations("roomRecords.agent");
  const [only] = connectors;
  return (
    <StepForm action={ask} {...place}>
      {connectors.length > 1 ? (
        <Select name="connectorId" aria-label={t("connector")} className="w-full">
          {connectors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <input type="hidden" name="connectorId" value={only?.id ?? ""} />
      )}
      <SubmitButton look="plain" size="small" name="action" value="summarize-record" icon={<Sparkles aria-hidden />}>
        {t("summarize")}
      </SubmitButton>
      {canPropose ? (
        <SubmitButton look="plain" size="small" name="action" value="generate-tasks" icon={<ListTodo aria-hidden />}>
          {t("propose")}
        </SubmitButton>
      ) : null}
    </StepForm>
  );
}

interface RunFormProps extends Place {
  runId: string;
}

export function StopForm(props: RunFormProps) {
  const t = useTranslations("agentRunForms");
  return (
    <StepForm action={stop} {...props}>
      <SubmitButton look="plain" size="small" icon={<Ban aria-hidden />}>
        {t("cancelRun")}
      </SubmitButton>
    </StepForm>
  );
}

export function AcceptForm({ count, ...props }: RunFormProps & { count: number }) {
  const t = useTranslations("roomRecords.agent");
  return (
    <StepForm action={accept} {...props}>
      <SubmitButton size="small" icon={<ListPlus aria-hidden />}>
        {t("accept", { count })}
      </SubmitButton>
    </StepForm>
  );
}

export function AppendForm(props: RunFormProps) {
  const t = useTranslations("roomRecords.agent");
  return (
    <StepForm action={append} {...props}>
      <input type="hidden" name="heading" value={t("summary")} />
      <SubmitButton look="plain" size="small" icon={<TextQuote aria-hidden />}>
        {t("append")}
      </SubmitButton>
    </StepForm>
  );
}
