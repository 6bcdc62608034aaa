import { AudioLines, PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RecordOrigin } from "@/lib/records/record";

export function RecordOriginLabel({ origin }: { origin: RecordOrigin }) {
  const t = useTranslations("roomRecords.origins");
  const Icon = origin === "TRANSCRIPT" ? AudioLines : PenLine;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden className="size-3.5 shrink-0 text-ink-3" />
      {t(origin)}
    </span>
  );
}
