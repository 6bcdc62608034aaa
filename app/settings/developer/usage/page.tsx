import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { REQUESTS_PATH, writeQuery } from "@/app/_links";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Figure, FigureList } from "@/app/_ui/shown/fact-list";
import { requireSession } from "@/lib/accounts/sessions/session";
import { readStoredBytes } from "@/lib/files/require-storage";
import { now } from "@/lib/platform/clock";
import { startOfSpan } from "@/lib/platform/time-span";
import { openRequests } from "@/lib/requests/open-viewer";
import { readUsage, type Usage } from "@/lib/requests/usage";
import { listUnits } from "@/lib/usage/queries";
import { readAlerts } from "@/lib/usage/read-alerts";
import { UsageAlerts } from "../_alerts/usage-alerts";
import { RequestChart, type TimeSlot } from "../_charts/request-chart";
import { openArea } from "../open-area";
import { UnitsPanel } from "../units-panel";
import { DeliveryUsagePanels } from "./delivery-usage";
import { PriceList } from "./price-list";
import { readUsageQuery, USAGE_PATH, USAGE_SPANS, type UsageQuery } from "./usage-query";
import { UsageRanks } from "./usage-ranks";

export const generateMetadata = pageTitle("usage.title");

export default renderPage("page", async function UsagePage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(USAGE_PATH);
  const params = await searchParams;
  const asked = readUsageQuery((name) => readText(params, name));
  const viewer = await openRequests(user.id);
  const areas = viewer.areas.map(({ ownerId }) => ownerId);
  const query = { ...asked, area: await openArea(user.id, asked.area, areas) };
  const [usage, units, alerts, t] = await Promise.all([
    orNotFound(readUsage(viewer, { ownerId: query.area, since: startOfSpan(query.since, now()) })),
    listUnits(user.id),
    readAlerts(user.id),
    getTranslations("usage"),
  ]);
  const storedBytes = await readStoredBytes(units.map(({ entityId }) => entityId));
  return (
    <>
      <PageHeader title={t("title")} />
      <UsageAlerts alerts={alerts} page={USAGE_PATH} />
      <UsageFilter query={query} />
      <div className="grid grid-cols-1 gap-x-10 gap-y-9">
        <Figures usage={usage} />
        <UnitsPanel title={t("units")} units={units} projected={[{ ...usage.area, ...usage.units }]} />
        <UsageCharts usage={usage} query={query} />
        {usage.deliveries ? (
          <DeliveryUsagePanels
            usage={usage}
            deliveries={usage.deliveries}
            unit={query.since === "24h" ? "hour" : "day"}
          />
        ) : null}
        <UsageRanks usage={usage} query={query} />
        <PriceList entities={units} storedBytes={storedBytes} />
      </div>
    </>
  );
});

function UsageFilter({ query }: { query: UsageQuery }) {
  const t = useTranslations("usage.filters");
  return (
    <FilterForm key={JSON.stringify(query)} path={USAGE_PATH} label={t("label")} isFiltered={false} isOfRows={false}>
      <input type="hidden" name="area" value={query.area} />
      <ChoiceSelect
        name="since"
        label={t("since")}
        value={query.since}
        options={USAGE_SPANS.map((span) => [span, t(`spans.${span}`)])}
      />
    </FilterForm>
  );
}

function Figures({ usage: { total, area } }: { usage: Usage }) {
  const t = useTranslations("usage.figures");
  const format = useFormatter();
  return (
    <FigureList>
      <Figure name={t("requests")} note={t(area.seesAll ? "ofAll" : "ofYou")}>
        {format.number(total.requests)}
      </Figure>
      <Figure name={t("refused")} note={t("refusedNote")}>
        {format.number(total.refused)}
      </Figure>
      <Figure name={t("failed")} note={t("failedNote")}>
        {format.number(total.failed)}
      </Figure>
      <Figure name={t("mean")} note={t("meanNote")}>
        {total.meanMs === null ? "–" : t("ms", { ms: total.meanMs })}
      </Figure>
    </FigureList>
  );
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

function UsageCharts({ usage, query }: { usage: Usage; query: UsageQuery }) {
  const t = useTranslations("usage.charts");
  const toSlot = (start: Date, lengthMs: number, sums: Omit<TimeSlot, "start" | "href">): TimeSlot => ({
    start,
    href: hrefOf(query, start, lengthMs),
    ...sums,
  });
  const hours = usage.hours.map(({ hour, ...sums }) => toSlot(hour, HOUR_MS, sums));
  const days = usage.days.map(({ day, ...sums }) => toSlot(new Date(`${day}T00:00:00.000Z`), DAY_MS, sums));
  const isShort = query.since === "24h";
  return (
    <div className="grid grid-cols-1 items-start gap-x-10 gap-y-9 lg:grid-cols-2">
      {query.since === "30d" ? null : (
        <div className={isShort ? undefined : "lg:col-span-2"}>
          <RequestChart id="requests-by-hour" title={t("byHour")} slots={hours} unit="hour" of="requests" />
        </div>
      )}
      {isShort ? null : <RequestChart id="requests-by-day" title={t("byDay")} slots={days} unit="day" of="requests" />}
      <RequestChart
        id="units-over-time"
        title={t(isShort ? "unitsByHour" : "unitsByDay")}
        slots={isShort ? hours : days}
        unit={isShort ? "hour" : "day"}
        of="units"
      />
    </div>
  );
}

function hrefOf({ area }: UsageQuery, start: Date, lengthMs: number): string {
  const minute = (at: Date) => at.toISOString().slice(0, 16);
  const end = new Date(start.getTime() + lengthMs);
  return `${REQUESTS_PATH}${writeQuery({ area, from: minute(start), to: minute(end) })}`;
}
