import { useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/page/notice";
import { Time } from "@/app/_ui/shown/time";
import type { ExportedRow } from "@/lib/audit-log/exported-row";

export function MissedRow({ row: { number, index, exportedAt } }: { row: ExportedRow }) {
  const t = useTranslations("auditLog");
  const at = () => <Time value={exportedAt.toISOString()} />;
  return (
    <div className="mb-3">
      <Notice tone="warn">{t.rich("missed", { number: String(number), index: String(index), at })}</Notice>
    </div>
  );
}
