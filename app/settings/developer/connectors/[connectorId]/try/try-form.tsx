"use client";

import { Play } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ActionForm } from "@/app/_ui/form/action-form";
import { ChoiceCards } from "@/app/_ui/form/choice-cards";
import { SelectField, TextArea } from "@/app/_ui/form/field";
import { Checkbox } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { useShownTitle } from "@/app/_ui/page/use-shown-title";
import type { ActionName } from "@/lib/agents/connectors/connector";
import type { RecordToRun } from "@/lib/agents/runs/queries";
import { AGENT_INSTRUCTION_MAX_LENGTH } from "@/lib/platform/limits";
import { run } from "../../actions";

const ACTIONS = ["summarize-record", "generate-tasks", "reply-to-room"] as const satisfies readonly ActionName[];
type Action = (typeof ACTIONS)[number];

interface TryFormProps {
  connectorId: string;
  allowed: readonly ActionName[];
  records: readonly RecordToRun[];
  rooms: readonly { id: string; name: string }[];
  sendsTranscripts: boolean;
  start: { action: string; recordId: string };
}

export function TryForm({ connectorId, allowed, records, rooms, sendsTranscripts, start }: TryFormProps) {
  const t = useTranslations("agentRunForms");
  const form = useForm(run);
  const isAllowed = (action: Action) => allowed.includes(action);
  const [chosen, setChosen] = useState<Action>(
    ACTIONS.find((action) => isAllowed(action) && action === start.action) ?? "summarize-record",
  );
  const isBrowser = useIsBrowser();
  const shows = (...actions: Action[]) => !isBrowser || actions.includes(chosen);
  return (
    <ActionForm
      form={form}
      failed={t("notStarted")}
      hidden={{ connectorId }}
      noValidate
      className="max-w-3xl divide-y divide-line -mt-6 [&>*]:py-6"
    >
      <div>
        <ChoiceCards
          name="action"
          legend={t("action")}
          values={ACTIONS}
          textsOf={(action) => ({
            label: t(`actions.${action}`),
            text: t(isAllowed(action) ? `actionTexts.${action}` : "notAllowed"),
            disabled: !isAllowed(action),
          })}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
      {shows("summarize-record", "generate-tasks") ? (
        <RecordFields
          records={records}
          sendsTranscripts={sendsTranscripts}
          startId={start.recordId}
          hasDryRun={shows("generate-tasks")}
        />
      ) : null}
      {shows("reply-to-room") ? <ReplyFields rooms={rooms} /> : null}
      <div>
        <SubmitButton icon={<Play aria-hidden />}>{t("start")}</SubmitButton>
      </div>
    </ActionForm>
  );
}

interface RecordFieldsProps {
  records: readonly RecordToRun[];
  sendsTranscripts: boolean;
  hasDryRun: boolean;
  startId: string;
}

function RecordFields({ records, sendsTranscripts, hasDryRun, startId }: RecordFieldsProps) {
  const t = useTranslations("agentRunForms");
  const shown = useShownTitle();
  return (
    <div className="grid gap-4">
      <SelectField
        name="recordId"
        label={t("record")}
        hint={t("recordHint")}
        defaultValue={records.some(({ id }) => id === startId) ? startId : ""}
      >
        <option value="">{t(records.length === 0 ? "noRecords" : "chooseRecord")}</option>
        {records.map(({ id, title, roomName, isTranscript }) => (
          <option key={id} value={id}>
            {t(isTranscript ? "transcriptIn" : "recordIn", { title: shown(title), room: roomName })}
          </option>
        ))}
      </SelectField>
      {records.some(({ isTranscript }) => isTranscript) && !sendsTranscripts ? (
        <p className="text-dense text-ink-2 text-pretty">
          {t.rich("transcriptsOff", {
            link: (text) => (
              <Link href="/settings/account" className="underline underline-offset-4">
                {text}
              </Link>
            ),
          })}
        </p>
      ) : null}
      {hasDryRun ? (
        <label className="flex gap-2.5 text-dense">
          <Checkbox name="dryRun" defaultChecked className="mt-0.5" />
          <span>
            <span className="block font-medium">{t("dryRun")}</span>
            <span className="block text-xs text-ink-2">{t("dryRunHint")}</span>
          </span>
        </label>
      ) : null}
    </div>
  );
}

function ReplyFields({ rooms }: { rooms: readonly { id: string; name: string }[] }) {
  const t = useTranslations("agentRunForms");
  return (
    <div className="grid gap-4">
      <SelectField name="roomId" label={t("room")} hint={t("roomHint")}>
        {rooms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="instruction"
        label={t("instruction")}
        hint={t("instructionHint")}
        rows={4}
        maxLength={AGENT_INSTRUCTION_MAX_LENGTH}
      />
    </div>
  );
}
