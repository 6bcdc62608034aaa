"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import type { RecordToRun } from "@/lib/agent-runs/list-records";
import { type RunFormState, run } from "../../run-action";
import { useRefusal } from "../../use-refusal";
import { ActionChoice } from "./action-choice";
import type { TriedAction } from "./list-actions";
import { RecordFields, ReplyFields } from "./try-fields";

const IDLE: RunFormState = { kind: "idle" };

interface TryFormProps {
  connectorId: string;
  actions: readonly { name: TriedAction; isAllowed: boolean }[];
  records: readonly RecordToRun[];
  rooms: readonly { id: string; name: string }[];
  sendsTranscripts: boolean;
  /** As the address asks for it. */
  start: { action: string; recordId: string };
}

export function TryForm({ connectorId, actions, records, rooms, sendsTranscripts, start }: TryFormProps) {
  const t = useTranslations("agentRunForms");
  const [state, action, isPending] = useActionState(run, IDLE);
  const [chosen, setChosen] = useState<TriedAction>(
    actions.find(({ name, isAllowed }) => isAllowed && name === start.action)?.name ?? "summarize-record",
  );
  const isBrowser = useIsBrowser();
  const problems = useRefusal(state);
  const findError = (field: string) => problems.find((problem) => problem.field === field)?.message;
  // Without JavaScript nothing can follow the choice, so every field is there and says what it is for.
  const shows = (names: readonly TriedAction[]) => !isBrowser || names.includes(chosen);
  return (
    <ActionForm action={action} noValidate className="card divide-y divide-line [&>*]:p-5">
      {problems.length > 0 ? (
        <div>
          <ErrorSummary answer={state} title={t("notStarted")} problems={problems} />
        </div>
      ) : null}
      <input type="hidden" name="connectorId" value={connectorId} />
      <div>
        <ActionChoice actions={actions} chosen={chosen} onChoose={setChosen} />
      </div>
      {shows(["summarize-record", "generate-tasks"]) ? (
        <RecordFields
          records={records}
          sendsTranscripts={sendsTranscripts}
          startId={start.recordId}
          hasDryRun={shows(["generate-tasks"])}
          error={findError("recordId")}
        />
      ) : null}
      {shows(["reply-to-room"]) ? <ReplyFields rooms={rooms} error={findError("instruction")} /> : null}
      <div>
        <SubmitButton isPending={isPending}>
          <Play aria-hidden />
          {t("start")}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
