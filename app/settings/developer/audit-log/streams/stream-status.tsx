import { CircleCheck, CirclePause, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/page/notice";
import { Ago } from "@/app/_ui/shown/ago";
import { Status } from "@/app/_ui/shown/status";
import { Time } from "@/app/_ui/shown/time";
import { BACKLOG_SHOWN, type Stream } from "@/lib/audit-log/streams/queries";
import { AUDIT_STREAM_FAILING_MAX_HOURS, AUDIT_STREAM_KEPT_DAYS } from "@/lib/audit-log/streams/stream-limits";

const LOOKS = {
  active: { tone: "good", icon: CircleCheck },
  failing: { tone: "warn", icon: RotateCw },
  paused: { tone: "neutral", icon: CirclePause },
} as const;

export function StreamStatus({ state }: Pick<Stream, "state">) {
  const t = useTranslations("auditStreams.states");
  return <Status {...LOOKS[state]}>{t(state)}</Status>;
}

export function Waiting({ backlog: { rows, oldest } }: Pick<Stream, "backlog">) {
  const t = useTranslations("auditStreams");
  if (oldest === null) return t("noneWaiting");
  return (
    <>
      {rows < BACKLOG_SHOWN ? t("waiting", { count: rows }) : t("waitingMany", { count: BACKLOG_SHOWN })}
      <span className="block text-xs text-ink-3">{t.rich("oldest", { time: () => <Ago value={oldest} /> })}</span>
    </>
  );
}

const CAUSES = [
  "timeout",
  "connection_failed",
  "dns_failed",
  "tls_failed",
  "target_refused",
  "too_large",
  "encoded",
  "secret_unreadable",
] as const;

export function Cause({ failure }: { failure: string }) {
  const t = useTranslations("auditStreams.causes");
  const [, kind = "", status, code] = /^((?:status_)?(\d{3})?[a-z_]*)(?: ([A-Za-z_]{1,60}))?$/.exec(failure) ?? [];
  const known = CAUSES.find((cause) => cause === kind);
  return (
    <>
      {status === undefined ? t(known ?? "other") : t("status", { status })}
      {code === undefined ? null : <span className="ms-2 font-mono text-xs">{code}</span>}
    </>
  );
}

/** Why nothing is sent, and the way out. */
export function StateNotice({
  stream: { state, pausedReason, failingSince, nextAttemptAt },
}: {
  stream: Pick<Stream, "state" | "pausedReason" | "failingSince" | "nextAttemptAt">;
}) {
  const t = useTranslations("auditStreams.notices");
  const spans = { days: AUDIT_STREAM_KEPT_DAYS, hours: AUDIT_STREAM_FAILING_MAX_HOURS };
  if (state === "paused" && pausedReason !== null)
    return <Notice tone={pausedReason === "person" ? "neutral" : "warn"}>{t(`paused_${pausedReason}`, spans)}</Notice>;
  if (state !== "failing" || failingSince === null) return null;
  const show = (at: Date) => () => <Time value={at.toISOString()} />;
  return (
    <Notice tone="warn">{t.rich("failing", { ...spans, since: show(failingSince), next: show(nextAttemptAt) })}</Notice>
  );
}
