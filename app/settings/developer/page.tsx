import { getTranslations } from "next-intl/server";
import { CodeBlock } from "@/app/_ui/code-block";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/session";
import { listKeys } from "@/lib/api-keys/queries";
import { listReachable, pickFirstCall } from "@/lib/api-keys/reach";
import { readUnits, readWebhookProgress } from "@/lib/overview/queries";
import { env } from "@/lib/platform/env";
import { listEndpoints } from "./api-keys/endpoints";
import { FirstSteps } from "./first-steps";
import { UnitsList } from "./units-list";

export const generateMetadata = pageTitle("overview.title");

export default async function OverviewPage() {
  const { user } = await requireSession("/settings/developer");
  const [owners, webhook, units, t] = await Promise.all([
    openOwners(user.id),
    readWebhookProgress(user.id),
    readUnits(user.id),
    getTranslations("overview"),
  ]);
  const keys = await listKeys(owners);
  const usable = keys.find((key) => key.isUsable);
  const path = pickFirstCall(usable ? listReachable(listEndpoints(), usable.scopes, usable.owner.kind) : []);
  return (
    <>
      <PageHeader title={t("title")} description={t("description", { name: user.name })} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="first-steps" className="card">
          <h2 id="first-steps" className="border-b border-line px-5 py-3.5 font-semibold">
            {t("steps.title")}
          </h2>
          <FirstSteps hasKey={keys.length > 0} hasCall={keys.some((key) => key.lastUsedAt !== null)} webhook={webhook}>
            <CodeBlock
              label={usable ? t("steps.snippetFor", { name: usable.name, key: usable.maskedKey }) : t("steps.snippet")}
              code={`curl ${env().SVC_BASE_URL}${path} \\\n  -H "Authorization: Bearer $SVC_API_KEY"`}
            />
          </FirstSteps>
        </section>
        <section aria-labelledby="units" className="card">
          <h2 id="units" className="border-b border-line px-5 py-3.5 font-semibold">
            {t("units.title")}
          </h2>
          <UnitsList units={units} />
        </section>
      </div>
    </>
  );
}
