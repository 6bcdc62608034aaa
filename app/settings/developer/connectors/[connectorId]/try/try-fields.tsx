"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Field, TextArea } from "@/app/_ui/form/field";
import { Checkbox, Select } from "@/app/_ui/input";
import type { RecordToRun } from "@/lib/agent-runs/list-records";
import { AGENT_INSTRUCTION_MAX_LENGTH } from "@/lib/platform/limits";

interface RecordFieldsProps {
  records: readonly RecordToRun[];
  sendsTranscripts: boolean;
  hasDryRun: boolean;
  startId: string;
}

export function RecordFields({ records, sendsTranscripts, hasDryRun, startId }: RecordFieldsProps) {
  const t = useTranslations("agentRunForms");
  const nameOf = ({ title, roomName, isTranscript }: RecordToRun) =>
    isTranscript ? t("transcriptIn", { title, room: roomName }) : t("recordIn", { title, room: roomName });
  return (
    <div className="grid gap-4">
      <Field id="recordId" label={t("record")} hint={t("recordHint")}>
        {(aria) => (
          <Select {...aria} name="recordId" defaultValue={records.some(({ id }) => id === startId) ? startId : ""}>
            <option value="">{t(records.length === 0 ? "noRecords" : "chooseRecord")}</option>
            {records.map((record) => (
              <option key={record.id} value={record.id}>
                {nameOf(record)}
              </option>
            ))}
          </Select>
        )}
      </Field>
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

export function ReplyFields({ rooms }: { rooms: readonly { id: string; name: string }[] }) {
  const t = useTranslations("agentRunForms");
  return (
    <div className="grid gap-4">
      <Field id="roomId" label={t("room")} hint={t("roomHint")}>
        {(aria) => (
          <Select {...aria} name="roomId">
            {rooms.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
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
