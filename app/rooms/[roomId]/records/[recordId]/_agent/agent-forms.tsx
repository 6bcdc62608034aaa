"use client";

import { Ban, ListPlus, ListTodo, Sparkles, TextQuote } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Select } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type AgentState, accept, append, ask, stop } from "./actions";

const IDLE: AgentState = { kind: "idle" };

interface Place {
  roomId: string;
  recordId: string;
}

interface StepFormProps extends Place {
  action: (state: AgentState, form: FormData) => Promise<AgentState>;
  runId?: string;
  children: (isPending: boolean) => ReactNode;
}

/** One agent action, with the reason if it was refused. */
function StepForm({ action, roomId, recordId, runId = "", children }: StepFormProps) {
  const t = useTranslations("roomRecords");
  const refusals = useTranslations("agentRunForms.refusals");
  const [state, send, isPending] = useActionState(action, IDLE);
  const messages =
    state.kind === "refused"
      ? [state.refusal.refusal === "refused" ? state.refusal.message : refusals(state.refusal.refusal)]
      : state.kind === "failed"
        ? state.problems.map(({ reason }) => t(`problems.${reason}`))
        : [];
  return (
    <ActionForm action={send} className="grid grid-cols-1 gap-3">
      <ErrorSummary
        answer={state}
        title={t("refused")}
        problems={messages.map((message) => ({ field: "", message }))}
      />
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="recordId" value={recordId} />
      <input type="hidden" name="runId" value={runId} />
      <div className="flex flex-wrap items-center gap-2">{children(isPending)}</div>
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
      {(isPending) => (
        <>
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
          <SubmitButton look="plain" size="small" name="action" value="summarize-record" isPending={isPending}>
            {isPending ? null : <Sparkles aria-hidden />}
            {t("summarize")}
          </SubmitButton>
          {canPropose ? (
            <SubmitButton look="plain" size="small" name="action" value="generate-tasks" isPending={isPending}>
              {isPending ? null : <ListTodo aria-hidden />}
              {t("propose")}
            </SubmitButton>
          ) : null}
        </>
      )}
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
      {(isPending) => (
        <SubmitButton look="plain" size="small" isPending={isPending}>
          {isPending ? null : <Ban aria-hidden />}
          {t("cancelRun")}
        </SubmitButton>
      )}
    </StepForm>
  );
}

export function AcceptForm({ count, ...props }: RunFormProps & { count: number }) {
  const t = useTranslations("roomRecords.agent");
  return (
    <StepForm action={accept} {...props}>
      {(isPending) => (
        <SubmitButton size="small" isPending={isPending}>
          {isPending ? null : <ListPlus aria-hidden />}
          {t("accept", { count })}
        </SubmitButton>
      )}
    </StepForm>
  );
}

export function AppendForm(props: RunFormProps) {
  const t = useTranslations("roomRecords.agent");
  return (
    <StepForm action={append} {...props}>
      {(isPending) => (
        <>
          <input type="hidden" name="heading" value={t("summary")} />
          <SubmitButton look="plain" size="small" isPending={isPending}>
            {isPending ? null : <TextQuote aria-hidden />}
            {t("append")}
          </SubmitButton>
        </>
      )}
    </StepForm>
  );
}
