import { Disc, Gauge, Network, Square, Trash2 } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { keyPath, pathOfStep, REQUESTS_PATH, writeQuery } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { Ago } from "@/app/_ui/shown/ago";
import { Time } from "@/app/_ui/shown/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { REQUEST_DETAILS_RETENTION_DAYS } from "@/lib/platform/limits";
import { Allowance } from "../../units-panel";
import { endRecording, record } from "../actions";

interface BudgetPanelProps {
  apiKey: KeySummary;
  /** Units of this month; null: the key has no budget. */
  used: number | null;
  /** ISO 8601 */
  resetAt: string;
}

export function BudgetPanel({ apiKey: { id, isUsable, monthlyUnitsMax: limit }, used, resetAt }: BudgetPanelProps) {
  const t = useTranslations("keys.budget");
  const format = useFormatter();
  const time = () => <Time value={resetAt} />;
  return (
    <Section id="budget" title={t("title")}>
      <div className="grid gap-4">
        {limit === null || used === null ? (
          <p className="text-dense text-ink-2 text-pretty">{t("none")}</p>
        ) : (
          <Allowance
            name={t("share")}
            text={t("usedOf", { used: format.number(used), limit: format.number(limit) })}
            used={used}
            limit={limit}
          />
        )}
        {limit !== null && used !== null && used >= limit ? (
          <Notice tone="warn">{t.rich("usedUp", { time })}</Notice>
        ) : null}
        {isUsable ? (
          <IconLink icon={Gauge} href={pathOfStep(keyPath(id), "budget")} scroll={false} className="justify-self-start">
            {t(limit === null ? "set" : "change")}
          </IconLink>
        ) : null}
      </div>
    </Section>
  );
}

export function NetworksPanel({ apiKey: { id, isUsable, allowedNetworks } }: { apiKey: KeySummary }) {
  const t = useTranslations("keys.networks");
  return (
    <Section id="addresses" title={t("title")}>
      <div className="grid gap-4">
        {allowedNetworks.length === 0 ? (
          <p className="text-dense text-ink-2 text-pretty">{t("none")}</p>
        ) : (
          <ul className="grid gap-1 font-mono text-dense">
            {allowedNetworks.map((network) => (
              <li key={network} className="break-all">
                {network}
              </li>
            ))}
          </ul>
        )}
        {isUsable ? (
          <IconLink
            icon={Network}
            href={pathOfStep(keyPath(id), "addresses")}
            scroll={false}
            className="justify-self-start"
          >
            {t(allowedNetworks.length === 0 ? "set" : "change")}
          </IconLink>
        ) : null}
      </div>
    </Section>
  );
}

interface RecordingPanelProps {
  apiKey: KeySummary;
  hasRecorded: boolean;
}

export function RecordingPanel({ apiKey, hasRecorded }: RecordingPanelProps) {
  const t = useTranslations("keys.recording");
  const { id, owner, isUsable, recordedUntil } = apiKey;
  const list = `${REQUESTS_PATH}${writeQuery({ area: owner.id, who: id })}`;
  return (
    <Section id="recording" title={t("title")}>
      <div className="grid gap-4 text-dense">
        <p className="text-ink-2 text-pretty">{t("explanation", { days: REQUEST_DETAILS_RETENTION_DAYS })}</p>
        {recordedUntil === null ? null : (
          <Notice>
            {t.rich("until", { time: () => <Time value={recordedUntil} />, left: () => <Ago value={recordedUntil} /> })}
          </Notice>
        )}
        {recordedUntil !== null || hasRecorded ? (
          <p>
            <Link href={list} className="underline underline-offset-4">
              {t("open")}
            </Link>
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {isUsable && recordedUntil === null ? (
            <PlainForm action={record} failed={t("failed")} hidden={{ keyId: id }}>
              <SubmitButton look="plain" icon={<Disc aria-hidden />}>
                {t("start")}
              </SubmitButton>
            </PlainForm>
          ) : null}
          {recordedUntil === null ? null : <EndForm keyId={id} deletes={false} label={t("stop")} />}
          {recordedUntil !== null || hasRecorded ? (
            <EndForm keyId={id} deletes label={t(recordedUntil === null ? "delete" : "stopAndDelete")} />
          ) : null}
        </div>
      </div>
    </Section>
  );
}

function EndForm({ keyId, deletes, label }: { keyId: string; deletes: boolean; label: string }) {
  const t = useTranslations("keys.recording");
  const Icon = deletes ? Trash2 : Square;
  return (
    <PlainForm action={endRecording} failed={t("failed")} hidden={{ keyId, deletes: String(deletes) }}>
      <SubmitButton look={deletes ? "dangerPlain" : "plain"} icon={<Icon aria-hidden />}>
        {label}
      </SubmitButton>
    </PlainForm>
  );
}
