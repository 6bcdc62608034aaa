import { ChevronRight } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { pickFirstPath, writeFirstCall } from "@/lib/api-keys/first-call";
import { listKeys } from "@/lib/api-keys/queries";
import { listReachable } from "@/lib/api-keys/reach";
import { env } from "@/lib/platform/env";
import { listUnits } from "@/lib/usage/queries";
import { readAlerts } from "@/lib/usage/read-alerts";
import { listFailingWebhooks } from "@/lib/webhooks/history/failing-query";
import { readWebhookProgress } from "@/lib/webhooks/queries";
import { UsageAlerts } from "./_alerts/usage-alerts";
import { FirstSteps } from "./_overview/first-steps";
import { LastRequests } from "./_overview/last-requests";
import { readActivity } from "./_overview/read-activity";
import { RequestTotals } from "./_overview/request-totals";
import { Worries } from "./_overview/worries";
import { listEndpoints } from "./api-keys/endpoints";
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
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
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
