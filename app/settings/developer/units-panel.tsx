import { useFormatter, useTranslations } from "next-intl";
import { Meter } from "@/app/_ui/meter";
import { Panel } from "@/app/_ui/panel";
import { Time } from "@/app/_ui/time";
import type { UnitsSummary } from "@/lib/overview/queries";

export function UnitsPanel({ title, units }: { title: string; units: readonly UnitsSummary[] }) {
  const t = useTranslations("overview.units");
  const format = useFormatter();
  const [first] = units;
  return (
    <Panel id="units" title={title}>
      <div className="grid gap-5">
        {units.map(({ entityId, kind, name, limit, ...entity }) => {
          const used = format.number(entity.used);
          return (
            <Allowance
              key={entityId}
              name={kind === "INDIVIDUAL" ? t("own") : name}
              text={limit === null ? t("unlimited", { used }) : t("usedOf", { used, limit: format.number(limit) })}
              used={entity.used}
              limit={limit}
            />
          );
        })}
        {first ? (
          <p className="text-xs text-ink-3">{t.rich("reset", { time: () => <Time value={first.resetAt} /> })}</p>
        ) : null}
      </div>
    </Panel>
  );
}

interface AllowanceProps {
  name: string;
  text: string;
  used: number;
  limit: number | null;
}

export function Allowance({ name, text, used, limit }: AllowanceProps) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-dense font-medium">{name}</h3>
        <p className="text-dense text-ink-2">{text}</p>
      </div>
      {limit === null ? null : <Meter value={used} max={limit} />}
    </div>
  );
}
