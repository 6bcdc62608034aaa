import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { connectorPath } from "@/app/_links";
import { Ago } from "@/app/_ui/shown/ago";
import { FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import type { RunDetail } from "@/lib/agents/runs/queries";
import { Duration } from "./run-table";

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 py-1.5">
      <dt className="w-28 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const LINK = "underline underline-offset-4 hover:text-ink";

export function RunFacts({ run }: { run: RunDetail }) {
  const t = useTranslations("agentRuns.facts");
  return (
    <FactList>
      <Row name={t("connector")}>
        {run.mayManage ? (
          <Link href={connectorPath(run.connectorId)} className={LINK}>
            {run.connectorName}
          </Link>
        ) : (
          run.connectorName
        )}
      </Row>
      <Row name={t("gateway")}>
        <span className="font-mono text-xs break-all">{run.gatewayHost ?? "–"}</span>
      </Row>
      {run.roomId ? (
        <Row name={t("room")}>
          <Link href={placeOf(run.roomId, "")} className={LINK}>
            {run.roomName ?? run.roomId}
          </Link>
        </Row>
      ) : null}
      {run.roomId && run.recordId ? (
        <Row name={t("record")}>
          <Link href={placeOf(run.roomId, run.recordId)} className={`font-mono text-xs break-all ${LINK}`}>
            {run.recordId}
          </Link>
        </Row>
      ) : null}
      <Row name={t("requestedBy")}>{run.requestedByName ?? run.requestedById}</Row>
      <Row name={t("created")}>
        <Ago value={run.createdAt} />
      </Row>
      <Row name={t("started")}>{run.startedAt ? <Time value={run.startedAt} /> : "–"}</Row>
      <Row name={t("finished")}>{run.finishedAt ? <Time value={run.finishedAt} /> : "–"}</Row>
      <Row name={t("duration")}>
        <Duration run={run} />
      </Row>
      <Row name={t("units")}>{t("unitsOf", { charged: run.unitsCharged, units: run.units })}</Row>
    </FactList>
  );
}

export function placeOf(roomId: string, id: string): string {
  const room = `/rooms/${encodeURIComponent(roomId)}`;
  if (id.startsWith("task_")) return `${room}/tasks/${encodeURIComponent(id)}`;
  if (id.startsWith("rec_")) return `${room}/records/${encodeURIComponent(id)}`;
  return id.startsWith("msg_") ? `${room}?message=${encodeURIComponent(id)}#${encodeURIComponent(id)}` : room;
}
