import {
  Archive,
  AudioLines,
  CircleCheck,
  CircleX,
  Hourglass,
  Lock,
  type LucideIcon,
  PencilLine,
  PenLine,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/app/_ui/shown/status";
import type { RecordOrigin, RecordStatus } from "@/lib/records/record";

const LOOKS: Readonly<Record<RecordStatus, readonly [Tone, LucideIcon]>> = {
  DRAFT: ["neutral", PencilLine],
  PENDING_APPROVAL: ["warn", Hourglass],
  APPROVED: ["good", CircleCheck],
  REJECTED: ["bad", CircleX],
  LOCKED: ["accent", Lock],
  ARCHIVED: ["neutral", Archive],
};

export function RecordStatusBadge({ status }: { status: RecordStatus }) {
  const t = useTranslations("roomRecords.statuses");
  const [tone, icon] = LOOKS[status];
  return (
    <Status tone={tone} icon={icon}>
      {t(status)}
    </Status>
  );
}

export function NewComments({ count }: { count: number }) {
  const t = useTranslations("roomRecords");
  return (
    <span className="rounded-full bg-accent-soft px-1.5 py-0.5 text-[0.6875rem] leading-none font-semibold text-accent tabular-nums">
      {t("newComments", { count })}
    </span>
  );
}

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
