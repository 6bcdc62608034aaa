import { useFormatter, useTranslations } from "next-intl";
import { Notice } from "@/app/_ui/page/notice";
import { Section } from "@/app/_ui/page/section";
import { Meter } from "@/app/_ui/shown/meter";
import { Time } from "@/app/_ui/shown/time";
import type { RequestArea } from "@/lib/requests/open-viewer";
import type { Usage } from "@/lib/requests/usage";
import type { UnitsSummary } from "@/lib/usage/queries";

interface UnitsPanelProps {
  title: string;
  units: readonly UnitsSummary[];
  projected: readonly Projection[];
}

type Projection = Pick<RequestArea, "kind" | "name" | "ownerId"> & Usage["units"];

export function UnitsPanel({ title, units, projected }: UnitsPanelProps) {
  const t = useTranslations("overview.units");
  const format = useFormatter();
  const [first] = units;
  return (
    <Section id="units" title={title}>
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
        {projected.map((entity) => (
          <ProjectionText key={entity.ownerId} projected={entity} />
        ))}
        {first ? (
          <p className="text-xs text-ink-3">{t.rich("reset", { time: () => <Time value={first.resetAt} /> })}</p>
        ) : null}
      </div>
    </Section>
  );
}

function ProjectionText({ projected: { kind, name, limit, used, remaining, runsOutAt } }: { projected: Projection }) {
  const t = useTranslations("overview.units");
  if (limit === null || used === 0) return null;
  const of = kind === "user" ? t("own") : name;
  if (remaining === 0) return <Notice tone="warn">{t("usedUp", { name: of })}</Notice>;
  if (runsOutAt === null) return <p className="text-dense text-ink-2">{t("lasts", { name: of })}</p>;
  const time = () => <Time value={runsOutAt.toISOString()} style="date" />;
  return <Notice tone="warn">{t.rich("runsOut", { name: of, time })}</Notice>;
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
