import { CircleCheck, CircleDashed, CircleHelp, CircleX, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconLink } from "@/app/_ui/controls/button";
import { Panel } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/shown/time";
import type { CheckedAgain } from "@/lib/requests/check-again";
import { RefusalNotice } from "../refusal-notice";

interface AgainProps {
  href: string;
  look: CheckedAgain | null;
  wasAsked: boolean;
}

/** The gates as they would judge the request now. A plain link: looking changes nothing. */
export function Again({ href, look, wasAsked }: AgainProps) {
  const t = useTranslations("why.again");
  return (
    <Panel id="again" title={t("title")}>
      <div className="grid grid-cols-1 gap-4">
        <div role="status" className="empty:sr-only">
          {look ? <Look look={look} /> : wasAsked ? <p className="text-dense text-ink-2">{t("impossible")}</p> : null}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <IconLink icon={RotateCw} href={href} scroll={false}>
            {t("action")}
          </IconLink>
          <p className="min-w-0 flex-1 basis-64 text-dense text-ink-3 text-pretty">{t("text")}</p>
        </div>
      </div>
    </Panel>
  );
}

const ICONS = {
  passes: [CircleCheck, "text-good"],
  refuses: [CircleX, "text-bad"],
  not_reached: [CircleDashed, "text-ink-3"],
  not_checked: [CircleHelp, "text-ink-3"],
} as const;

function Look({ look: { at, gates, stop } }: { look: CheckedAgain }) {
  const t = useTranslations("why.again");
  const names = useTranslations("reference.gates.names");
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-dense text-ink-2">
        <span className="font-medium text-ink">{t(stop ? "refused" : "passes")}</span>{" "}
        {t.rich("at", { time: () => <Time value={at.toISOString()} style="precise" /> })}
      </p>
      <ol className="flex flex-wrap gap-x-5 gap-y-2 text-dense">
        {gates.map(({ gate, prospect }) => {
          const [Icon, color] = ICONS[prospect];
          return (
            <li key={gate} className="flex items-center gap-1.5">
              <Icon aria-hidden className={`size-4 ${color}`} />
              {names(gate)}
              <span className={`text-xs ${color}`}>{t(`prospects.${prospect}`)}</span>
            </li>
          );
        })}
      </ol>
      {stop ? <RefusalNotice stop={stop} /> : null}
    </div>
  );
}
