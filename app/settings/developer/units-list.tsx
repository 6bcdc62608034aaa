import { useFormatter, useTranslations } from "next-intl";
import { Meter } from "@/app/_ui/meter";
import { Time } from "@/app/_ui/time";
import type { UnitsSummary } from "@/lib/overview/queries";

export function UnitsList({ units }: { units: readonly UnitsSummary[] }) {
  const t = useTranslations("overview.units");
  const [first] = units;
  return (
    <div className="grid gap-5 p-5">
      {units.map((entity) => (
        <EntityUnits key={entity.entityId} entity={entity} />
      ))}
      {first ? (
        <p className="text-xs text-ink-3">{t.rich("reset", { time: () => <Time value={first.resetAt} /> })}</p>
      ) : null}
    </div>
  );
}

function EntityUnits({ entity }: { entity: UnitsSummary }) {
  const t = useTranslations("overview.units");
  const format = useFormatter();
  const name = entity.kind === "INDIVIDUAL" ? t("own") : entity.name;
  const used = format.number(entity.used);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-dense font-medium">{name}</h3>
        <p className="text-dense text-ink-2">
          {entity.limit === null ? t("unlimited", { used }) : t("usedOf", { used, limit: format.number(entity.limit) })}
        </p>
      </div>
      {entity.limit === null ? null : <Meter value={entity.used} max={entity.limit} />}
    </div>
  );
}
