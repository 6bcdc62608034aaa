import { Ban, CircleSlash, Copy, Handshake, KeyRound, type LucideIcon, RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Panel } from "@/app/_ui/panel";
import { Time } from "@/app/_ui/time";
import { TimelineStep } from "@/app/_ui/timeline-step";
import type { GrantSummary } from "@/lib/oauth/grant";
import type { GrantEvent, TimelineEntry } from "@/lib/oauth/timeline";

const ICONS: Record<GrantEvent, LucideIcon> = {
  approved: Handshake,
  issued: KeyRound,
  refreshed: RefreshCw,
  reused: TriangleAlert,
  code_replayed: Copy,
  revoked: Ban,
};

/** Past and coming events of the token family, newest first. */
export function Timeline({ grant, entries }: { grant: GrantSummary; entries: readonly TimelineEntry[] }) {
  const t = useTranslations("grants.timeline");
  return (
    <Panel id="timeline" title={t("title")}>
      <ol className="grid gap-4 text-dense">
        {grant.state === "revoked" ? null : (
          <TimelineStep icon={CircleSlash} text={grant.state === "expired" ? t("expired") : t("willExpire")}>
            <Time value={grant.expiresAt} />
          </TimelineStep>
        )}
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} reason={grant.reason ?? "unknown"} />
        ))}
      </ol>
      {entries.length === 0 ? <p className="mt-4 text-dense text-ink-3">{t("empty")}</p> : null}
    </Panel>
  );
}

function Entry({ entry, reason }: { entry: TimelineEntry; reason: NonNullable<GrantSummary["reason"]> | "unknown" }) {
  const t = useTranslations("grants.timeline");
  const { kind, at, since, count } = entry;
  const text =
    kind === "revoked" ? t(`revokedBy.${reason}`) : kind === "refreshed" ? t("refreshed", { count }) : t(kind);
  return (
    <TimelineStep icon={ICONS[kind]} text={text} isAlarming={kind === "reused" || kind === "code_replayed"}>
      {count > 1 ? (
        t.rich("between", { since: () => <Time value={since} />, until: () => <Time value={at} /> })
      ) : (
        <Time value={at} />
      )}
      <Place entry={entry} />
    </TimelineStep>
  );
}

/** An administrator's doing has no place that is the reader's business. */
function Place({ entry: { address, device, kind } }: { entry: TimelineEntry }) {
  const t = useTranslations("grants.timeline");
  if (address === null && device === null) {
    return kind === "revoked" ? null : <span className="block">{t("unknownPlace")}</span>;
  }
  const program = device
    ? device.system === null
      ? device.program
      : t("onSystem", { program: device.program, system: device.system })
    : null;
  return (
    <span className="block break-words" title={device?.raw}>
      {[address === null ? null : t("from", { address }), program].filter((part) => part !== null).join(" · ")}
    </span>
  );
}
