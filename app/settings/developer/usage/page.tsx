import { getFormatter, getTranslations } from "next-intl/server";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { requireSession } from "@/lib/accounts/session";
import { readStoredBytes } from "@/lib/files/require-storage";
import { readUnits } from "@/lib/overview/queries";
import { UnitsList } from "../units-list";
import { BurstTable } from "./burst-table";
import { StorageList } from "./storage-list";
import { UnitPrices } from "./unit-prices";

export const generateMetadata = pageTitle("usage.title");

export default async function UsagePage() {
  const { user } = await requireSession("/settings/developer/usage");
  const [units, t, format] = await Promise.all([readUnits(user.id), getTranslations("usage"), getFormatter()]);
  const storedBytes = await readStoredBytes(units.map(({ entityId }) => entityId));
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <section aria-labelledby="units" className="card">
          <h2 id="units" className="border-b border-line px-5 py-3.5 font-semibold">
            {t("units")}
          </h2>
          <UnitsList units={units} />
        </section>
        <UnitPrices />
        <StorageList entities={units} storedBytes={storedBytes} />
        <BurstTable units={units} formatNumber={(value) => format.number(value)} />
      </div>
    </>
  );
}
