import { CircleCheck, CircleX, Hourglass, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Time } from "@/app/_ui/time";
import type { ApprovalEntry } from "@/lib/records/queries";

const LOOKS = {
  REQUESTED: [Hourglass, "text-warn"],
  APPROVED: [CircleCheck, "text-good"],
  REJECTED: [CircleX, "text-bad"],
  WITHDRAWN: [Undo2, "text-ink-3"],
} as const;

export function ApprovalHistory({ entries }: { entries: readonly ApprovalEntry[] }) {
  const t = useTranslations("roomRecords.approval");
  return (
    <section aria-labelledby="approval-history" className="border-t border-line pt-4">
      <h3 id="approval-history" className="text-dense font-medium">
        {t("history")}
      </h3>
      <ol className="mt-3 grid grid-cols-1 gap-4">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: { entry: ApprovalEntry }) {
  const t = useTranslations("roomRecords.approval");
  const nobody = useTranslations("roomRecords")("nobody");
  const [Icon, tone] = LOOKS[entry.status];
  return (
    <li className="flex gap-2.5 text-dense">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="grid min-w-0 grid-cols-1 gap-2">
        {entry.decidedAt === null ? null : (
          <div>
            <p className="break-words">
              {t.rich(`entries.${entry.status}`, {
                name: entry.decidedByName ?? nobody,
                strong: (name) => <strong className="font-medium">{name}</strong>,
              })}
            </p>
            <Said at={entry.decidedAt} comment={entry.decisionComment} />
          </div>
        )}
        <div>
          <p className="break-words">
            {t.rich("entries.REQUESTED", {
              name: entry.requestedByName ?? nobody,
              strong: (name) => <strong className="font-medium">{name}</strong>,
            })}
            {entry.version === null ? null : ` ${t("forVersion", { version: entry.version })}`}
          </p>
          <Said at={entry.createdAt} comment={entry.comment} />
        </div>
      </div>
    </li>
  );
}

function Said({ at, comment }: { at: Date; comment: string | null }) {
  return (
    <>
      <p className="text-xs text-ink-3">
        <Time value={at.toISOString()} />
      </p>
      {comment === null ? null : (
        <blockquote className="mt-1 border-l-2 border-line-strong pl-2.5 whitespace-pre-wrap break-words">
          {comment}
        </blockquote>
      )}
    </>
  );
}
