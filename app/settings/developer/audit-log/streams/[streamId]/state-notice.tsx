import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/page/notice";
import { Time } from "@/app/_ui/shown/time";
import type { Stream } from "@/lib/audit-log/streams/queries";
import { AUDIT_STREAM_FAILING_MAX_HOURS, AUDIT_STREAM_KEPT_DAYS } from "@/lib/audit-log/streams/stream-limits";

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
