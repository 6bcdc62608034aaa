import { useTranslations } from "next-intl";
import type { Usage } from "@/lib/requests/usage";
import { splitRequests } from "./request-chart";
import { StackedBars } from "./stacked-bars";

const HEIGHT = 24;

/** Requests of some hours in small. The label says the same in words. */
export function RequestSparkline({ hours }: { hours: Usage["hours"] }) {
  const t = useTranslations("usage.charts");
  const sum = (read: (hour: Usage["hours"][number]) => number) => hours.reduce((total, hour) => total + read(hour), 0);
  const label = t("label", {
    requests: sum(({ requests }) => requests),
    refused: sum(({ refused }) => refused),
    failed: sum(({ failed }) => failed),
    units: sum(({ units }) => units),
  });
  return (
    <StackedBars
      bars={hours.map((hour) => ({ key: hour.hour.toISOString(), parts: splitRequests(hour) }))}
      label={label}
      height={HEIGHT}
      className="h-6 w-36 max-w-full"
    />
  );
}
