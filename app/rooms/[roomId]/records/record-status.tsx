import { Archive, CircleCheck, CircleX, Hourglass, Lock, type LucideIcon, PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { Status, type Tone } from "@/app/_ui/status";
import type { RecordStatus } from "@/lib/records/record";

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
