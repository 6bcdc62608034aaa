import { Ban, CircleSlash, Copy, Handshake, KeyRound, type LucideIcon, RefreshCw, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Time } from "@/app/_ui/time";
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
    <section aria-labelledby="timeline" className="card">
      <h2 id="timeline" className="border-b border-line px-5 py-3 font-semibold">
        {t("title")}
      </h2>
      <ol className="grid gap-4 p-5 text-dense">
        {grant.state === "revoked" ? null : (
          <Step icon={CircleSlash} text={grant.state === "expired" ? t("expired") : t("willExpire")}>
            <Time value={grant.expiresAt} />
          </Step>
        )}
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} reason={grant.reason ?? "unknown"} />
        ))}
      </ol>
      {entries.length === 0 ? <p className="px-5 pb-5 text-dense text-ink-3">{t("empty")}</p> : null}
    </section>
  );
}

function Entry({ entry, reason }: { entry: TimelineEntry; reason: NonNullable<GrantSummary["reason"]> | "unknown" }) {
  const t = useTranslations("grants.timeline");
  const { kind, at, since, count } = entry;
  const text =
    kind === "revoked" ? t(`revokedBy.${reason}`) : kind === "refreshed" ? t("refreshed", { count }) : t(kind);
  return (
    <Step icon={ICONS[kind]} text={text} isAlarming={kind === "reused" || kind === "code_replayed"}>
      {count > 1 ? (
        t.rich("between", { since: () => <Time value={since} />, until: () => <Time value={at} /> })
      ) : (
        <Time value={at} />
      )}
      <Place entry={entry} />
    </Step>
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

interface StepProps {
  icon: LucideIcon;
  text: string;
  isAlarming?: boolean;
  children: ReactNode;
}

function Step({ icon: Icon, text, isAlarming = false, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={mergeClasses(
          "grid size-7 shrink-0 place-items-center rounded-full border border-line text-ink-3",
          isAlarming && "border-bad/35 bg-bad-soft text-bad",
        )}
      >
        <Icon aria-hidden className="size-3.5" />
      </span>
      <span className="min-w-0">
        <span className={mergeClasses("block", isAlarming && "font-medium text-bad")}>{text}</span>
        <span className="block text-xs text-ink-3">{children}</span>
      </span>
    </li>
  );
}
