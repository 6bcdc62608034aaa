import { ListTodo, Sparkles } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { PlainForm } from "@/app/_ui/form/action-form";
import { Select } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import type { UsableConnector } from "@/lib/agents/connectors/queries";
import type { RunDetail } from "@/lib/agents/runs/queries";
import type { OpenedRecord } from "../../open-record";
import { ask } from "./actions";
import { RunView } from "./run-view";

interface AgentPanelProps {
  opened: OpenedRecord;
  connectors: readonly UsableConnector[];
  sendsTranscripts: boolean;
  run: RunDetail | null;
}

export function AgentPanel({ opened, connectors, sendsTranscripts, run }: AgentPanelProps) {
  const t = useTranslations("roomRecords.agent");
  const { roomId, record } = opened;
  const isHeldBack = record.origin === "TRANSCRIPT" && !sendsTranscripts;
  return (
    <Section id="agent" title={t("title")}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
        {isHeldBack ? (
          <Notice tone="warn">
            {t.rich("transcript", {
              link: (words) => (
                <Link href="/settings/account" className="underline underline-offset-4">
                  {words}
                </Link>
              ),
            })}
          </Notice>
        ) : (
          <AskForm roomId={roomId} recordId={record.id} connectors={connectors} />
        )}
        {run ? <RunView opened={opened} run={run} /> : null}
      </div>
    </Section>
  );
}

type AskFormProps = Pick<AgentPanelProps, "connectors"> & { roomId: string; recordId: string };

function AskForm({ roomId, recordId, connectors }: AskFormProps) {
  const t = useTranslations("roomRecords");
  const [only] = connectors;
  return (
    <PlainForm
      action={ask}
      failed={t("refused")}
      hidden={{ roomId, recordId }}
      className="flex flex-wrap items-center gap-2"
    >
      {connectors.length > 1 ? (
        <Select name="connectorId" aria-label={t("agent.connector")} className="w-full">
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
        {t("agent.summarize")}
      </SubmitButton>
      {connectors.some(({ toolProfile }) => toolProfile !== "read_only") ? (
        <SubmitButton look="plain" size="small" name="action" value="generate-tasks" icon={<ListTodo aria-hidden />}>
          {t("agent.propose")}
        </SubmitButton>
      ) : null}
    </PlainForm>
  );
}
