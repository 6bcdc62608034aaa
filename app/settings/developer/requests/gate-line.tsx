import { CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import type { GateReport, Verdict } from "@/lib/requests/gate-reports";
import { GateSight } from "./gate-sight";

const LOOKS: Readonly<Record<Verdict, { icon: LucideIcon; color: string }>> = {
  passed: { icon: CircleCheck, color: "text-good" },
  stopped: { icon: CircleX, color: "text-bad" },
  not_reached: { icon: CircleDashed, color: "text-ink-3" },
  skipped: { icon: CircleMinus, color: "text-ink-3" },
};

interface GateLineProps {
  gates: readonly GateReport[];
  isNarrow?: boolean;
}

export function GateLine({ gates, isNarrow = false }: GateLineProps) {
  const t = useTranslations("reference.gates.names");
  const words = useTranslations("why.gates");
  return (
    <ol className={mergeClasses("grid grid-cols-1 text-dense", !isNarrow && "xl:grid-cols-7")}>
      {gates.map((report, index) => {
        const { icon: Icon, color } = LOOKS[report.verdict];
        const isLast = index === gates.length - 1;
        return (
          <li
            key={report.gate}
            className={mergeClasses(
              "relative flex gap-3 pb-4",
              isLast && "pb-0",
              !isNarrow && "xl:block xl:pe-4 xl:pb-0",
            )}
          >
            {isLast ? null : (
              <span
                aria-hidden
                className={mergeClasses(
                  "absolute top-7 bottom-0 inset-s-3 w-px bg-line-strong",
                  !isNarrow && "xl:top-3 xl:inset-e-0 xl:bottom-auto xl:inset-s-7 xl:h-px xl:w-auto",
                )}
              />
            )}
            <span className={mergeClasses("relative grid size-6 shrink-0 place-items-center bg-surface", color)}>
              <Icon aria-hidden className="size-5" />
            </span>
            <div className={mergeClasses("min-w-0", !isNarrow && "xl:mt-2")}>
              <p className="font-medium">{t(report.gate)}</p>
              <p className={mergeClasses("text-xs", color)}>
                {words(`verdicts.${report.verdict}`)}
                {report.micros === null ? null : (
                  <span className="text-ink-3"> · {words("micros", { ms: report.micros / 1000 })}</span>
                )}
              </p>
              {report.verdict === "not_reached" ? null : (
                <div className="mt-1 text-xs text-ink-2">
                  <GateSight report={report} />
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
