import { getFormatter, getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { Meter } from "@/app/_ui/meter";
import { OWNER_ROLE } from "@/lib/access/roles";
import type { OrganizationAccess } from "@/lib/organizations/open-organization";
import type { SeatUse } from "@/lib/organizations/seats-query";
import { limitEntityBurst, limitMonthlyUnits } from "@/lib/platform/limits";
import { organizationPath } from "../paths";

/** The number of seats and the API limits that follow from it. */
export async function SeatsPanel({ access, use }: { access: OrganizationAccess; use: SeatUse }) {
  const [t, format] = await Promise.all([getTranslations("organizationSettings.seats"), getFormatter()]);
  const { seats, organizationId, role } = access;
  const taken = use.members + use.invited;
  const [units, burst] = [limitMonthlyUnits(access), limitEntityBurst(access)];
  const facts = [
    [t("units"), units === null ? t("unlimited") : format.number(units)],
    [t("burst"), burst === null ? t("unlimited") : t("perMinute", { count: format.number(burst) })],
  ];
  return (
    <section aria-labelledby="seats" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="seats" className="font-semibold">
          {t("title")}
        </h2>
        {role === OWNER_ROLE ? (
          <LinkButton href={organizationPath(organizationId, "/seats")} size="small">
            {t("change")}
          </LinkButton>
        ) : null}
      </div>
      <div className="card grid gap-4 p-4 sm:p-5">
        <div className="grid gap-2">
          <p>
            {t("taken", { taken, seats })}{" "}
            {use.invited > 0 ? <span className="text-ink-3">{t("invited", { count: use.invited })}</span> : null}
          </p>
          <Meter value={taken} max={seats} />
        </div>
        <dl className="grid gap-3 text-dense sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-ink-3">{name}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
