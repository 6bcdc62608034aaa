"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActionForm } from "@/app/_ui/form/action-form";
import { ChoiceCard } from "@/app/_ui/form/choice-card";
import { FieldGroup } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import type { RecordToRun } from "@/lib/agent-runs/list-records";
import { run } from "../../run-action";
import type { TriedAction } from "./list-actions";
import { RecordFields, ReplyFields } from "./try-fields";

interface TryFormProps {
  connectorId: string;
  actions: readonly { name: TriedAction; isAllowed: boolean }[];
  records: readonly RecordToRun[];
  rooms: readonly { id: string; name: string }[];
  sendsTranscripts: boolean;
  /** From the query of the page. */
  start: { action: string; recordId: string };
}

export function TryForm({ connectorId, actions, records, rooms, sendsTranscripts, start }: TryFormProps) {
  const t = useTranslations("agentRunForms");
  const form = useForm(run);
  const [chosen, setChosen] = useState<TriedAction>(
    actions.find(({ name, isAllowed }) => isAllowed && name === start.action)?.name ?? "summarize-record",
  );
  const isBrowser = useIsBrowser();
  // Without JavaScript the fields cannot follow the choice, so all of them are shown.
  const shows = (names: readonly TriedAction[]) => !isBrowser || names.includes(chosen);
  return (
    <ActionForm
      form={form}
      failed={t("notStarted")}
      hidden={{ connectorId }}
      noValidate
      className="card divide-y divide-line [&>*]:p-5"
    >
      <div>
        <FieldGroup id="action" legend={t("action")}>
          {actions.map(({ name, isAllowed }) => (
            <ChoiceCard
              key={name}
              name="action"
              value={name}
              label={t(`actions.${name}`)}
              text={t(isAllowed ? `actionTexts.${name}` : "notAllowed")}
              checked={chosen === name}
              disabled={!isAllowed}
              onChange={() => setChosen(name)}
            />
          ))}
        </FieldGroup>
      </div>
      {shows(["summarize-record", "generate-tasks"]) ? (
        <RecordFields
          records={records}
          sendsTranscripts={sendsTranscripts}
          startId={start.recordId}
          hasDryRun={shows(["generate-tasks"])}
        />
      ) : null}
      {shows(["reply-to-room"]) ? <ReplyFields rooms={rooms} /> : null}
      <div>
        <SubmitButton icon={<Play aria-hidden />}>{t("start")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
