import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { REQUESTS_PATH, whyPath, writeQuery } from "@/app/_links";
import { PageWatch } from "@/app/_ui/list/page-watch";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { pickFirstPath, writeFirstCall } from "@/lib/api-keys/first-call";
import { listKeys } from "@/lib/api-keys/queries";
import { listReachable } from "@/lib/api-keys/reach";
import { env } from "@/lib/platform/env";
import type { Usage } from "@/lib/requests/usage";
import { listUnits } from "@/lib/usage/queries";
import { readAlerts } from "@/lib/usage/read-alerts";
import { listFailingWebhooks } from "@/lib/webhooks/history/failing-query";
import { readWebhookProgress } from "@/lib/webhooks/queries";
import { UsageAlerts } from "./_alerts/usage-alerts";
import { RequestSparkline } from "./_charts/request-chart";
import { FirstSteps } from "./_overview/first-steps";
import { type Activity, readActivity } from "./_overview/read-activity";
import { Worries } from "./_overview/worries";
import { listEndpoints } from "./api-keys/endpoints";
import { RequestTable } from "./requests/request-table";
import { UnitsPanel } from "./units-panel";

export const generateMetadata = pageTitle("overview.title");

export default async function OverviewPage() {
  const { user } = await requireSession("/settings/developer");
  const [owners, webhook, units, activity, failing, alerts, t] = await Promise.all([
    openOwners(user.id),
    readWebhookProgress(user.id),
    listUnits(user.id),
    readActivity(user.id),
    listFailingWebhooks(user.id),
    readAlerts(user.id),
    getTranslations("overview"),
  ]);
  const keys = await listKeys(owners);
  const usable = keys.find((key) => key.isUsable);
  const path = pickFirstPath(usable ? listReachable(listEndpoints(), usable.scopes, usable.owner.kind) : []);
  const hasCall = keys.some((key) => key.lastUsedAt !== null);
  const isDone = keys.length > 0 && hasCall && webhook === "delivered";
  const steps = (
    <FirstSteps hasKey={keys.length > 0} hasCall={hasCall} webhook={webhook}>
      <CodeSample
        language="bash"
        label={usable ? t("steps.snippetFor", { name: usable.name, key: usable.maskedKey }) : t("steps.snippet")}
        code={writeFirstCall(env().SVC_BASE_URL, { path })}
      />
    </FirstSteps>
  );
  return (
    <>
      <PageHeader title={t("title")} description={t(isDone ? "welcome" : "description", { name: user.name })} />
      <UsageAlerts alerts={alerts} page="/settings/developer" />
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-x-10 gap-y-9">
          {isDone ? null : <OpenSteps title={t("steps.title")}>{steps}</OpenSteps>}
          <RequestTotals usages={activity.usages} />
          <Worries failing={failing} expiring={keys.filter(({ state }) => state === "expiring")} />
          <LastRequests activity={activity} />
          {isDone ? <FoldedSteps title={t("steps.allDone")}>{steps}</FoldedSteps> : null}
        </div>
        <UnitsPanel
          title={t("units.title")}
          units={units}
          projected={activity.usages.map(({ area, units: month }) => ({ ...area, ...month }))}
        />
      </div>
    </>
  );
}

function OpenSteps({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-labelledby="first-steps" className="card">
      <h2 id="first-steps" className="border-b border-line px-5 py-3 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function FoldedSteps({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group card">
      <summary className="flex min-h-11 items-center gap-2 px-5 py-2 text-dense text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="border-t border-line">{children}</div>
    </details>
  );
}

const HOURS_SHOWN = 24;

function RequestTotals({ usages }: { usages: readonly Usage[] }) {
  const t = useTranslations("overview.requests");
  return (
    <Section id="request-totals" title={t("day")}>
      <ul className="-my-2 divide-y divide-line">
        {usages.map((usage) => (
          <AreaTotals key={usage.area.ownerId} usage={usage} />
        ))}
      </ul>
    </Section>
  );
}

function AreaTotals({ usage: { area, hours } }: { usage: Usage }) {
  const t = useTranslations("overview.requests");
  const own = useTranslations("overview.units");
  const day = hours.slice(-HOURS_SHOWN);
  const sum = (read: (hour: (typeof day)[number]) => number) => day.reduce((total, hour) => total + read(hour), 0);
  const errors = sum(({ refused, failed }) => refused + failed);
  const link = (filter: Record<string, string>) =>
    `${REQUESTS_PATH}${writeQuery({ area: area.ownerId, since: "24h", ...filter })}`;
  return (
    <li className="grid grid-cols-1 items-center gap-x-5 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto]">
      <h3 className="truncate text-dense font-medium">{area.kind === "user" ? own("own") : area.name}</h3>
      <RequestSparkline hours={day} />
      <p className="flex flex-wrap gap-x-4 text-dense sm:w-56 sm:justify-end">
        <Link href={link({})} className="underline underline-offset-4">
          {t("count", { count: sum(({ requests }) => requests) })}
        </Link>
        {errors === 0 ? (
          <span className="text-ink-3">{t("noErrors")}</span>
        ) : (
          <Link
            href={link({ status: sum(({ failed }) => failed) > 0 ? "5xx" : "4xx" })}
            className="text-bad underline underline-offset-4"
          >
            {t("errors", { count: errors })}
          </Link>
        )}
      </p>
    </li>
  );
}

function LastRequests({ activity: { last } }: { activity: Activity }) {
  const t = useTranslations("overview.requests");
  const { ownerId, rows, fingerprint } = last;
  const area = writeQuery({ area: ownerId });
  return (
    <Section
      id="last-requests"
      title={t("last")}
      aside={
        <Link href={`${REQUESTS_PATH}${area}`} className="text-dense underline underline-offset-4">
          {t("all")}
        </Link>
      }
    >
      <PageWatch
        path={`${REQUESTS_PATH}/pulse${area}`}
        fingerprint={fingerprint}
        isMoving={false}
        moving=""
        updated={t("updated")}
      />
      {rows.length === 0 ? (
        <p className="text-dense text-ink-3">{t("none")}</p>
      ) : (
        <RequestTable rows={rows} isNarrow hrefOf={({ requestId, id }) => whyPath(requestId, id)} />
      )}
    </Section>
  );
}
