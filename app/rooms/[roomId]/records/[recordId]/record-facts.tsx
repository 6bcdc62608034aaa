import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Copyable } from "@/app/_ui/copyable";
import { Panel } from "@/app/_ui/panel";
import { Time } from "@/app/_ui/time";
import { pathOfRecord } from "@/app/rooms/_frame/paths";
import type { RecordPage } from "@/lib/records/queries";
import { RecordOriginLabel } from "../record-origin";

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

export function RecordFacts({ roomId, record }: { roomId: string; record: RecordPage }) {
  const t = useTranslations("roomRecords");
  return (
    <Panel id="facts" title={t("facts.title")}>
      <dl className="grid grid-cols-1 gap-3.5 text-dense">
        <Row name={t("facts.origin")}>
          <RecordOriginLabel origin={record.origin} />
          <p className="mt-0.5 text-xs text-ink-3 text-pretty">{t(`originHints.${record.origin}`)}</p>
        </Row>
        <Row name={t("facts.creator")}>{record.createdByName ?? t("nobody")}</Row>
        <Row name={t("facts.created")}>
          <Time value={record.createdAt.toISOString()} />
        </Row>
        <Row name={t("facts.updated")}>
          <Time value={record.updatedAt.toISOString()} />
        </Row>
        <Row name={t("facts.version")}>
          <Link href={pathOfRecord(roomId, record.id, "/versions")} className="underline underline-offset-4">
            {t("versionNumber", { version: record.version })}
          </Link>
        </Row>
        <Row name={t("facts.id")}>
          <Copyable text={record.id} label={t("facts.id")} />
        </Row>
      </dl>
    </Panel>
  );
}
