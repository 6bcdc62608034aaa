import { useTranslations } from "next-intl";
import { Ago } from "@/app/_ui/shown/ago";
import { BACKLOG_SHOWN, type Stream } from "@/lib/audit-log/streams/queries";

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
