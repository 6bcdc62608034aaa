import { ArrowRight, CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LinkButton } from "@/app/_ui/button";
import { CodeBlock } from "@/app/_ui/code-block";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { PageWatch } from "@/app/_ui/page-watch";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/session";
import { listKeys } from "@/lib/api-keys/queries";
import { listReachable, pickFirstCall } from "@/lib/api-keys/reach";
import { readUnits, readWebhookProgress, type WebhookProgress } from "@/lib/overview/queries";
import { env } from "@/lib/platform/env";
import { listEndpoints } from "./api-keys/endpoints";
import { UnitsPanel } from "./units-panel";

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
          <h2 id="first-steps" className="border-b border-line px-5 py-3 font-semibold">
            {t("steps.title")}
          </h2>
          <FirstSteps hasKey={keys.length > 0} hasCall={keys.some((key) => key.lastUsedAt !== null)} webhook={webhook}>
            <CodeBlock
              label={usable ? t("steps.snippetFor", { name: usable.name, key: usable.maskedKey }) : t("steps.snippet")}
              code={`curl ${env().SVC_BASE_URL}${path} \\\n  -H "Authorization: Bearer $SVC_API_KEY"`}
            />
          </FirstSteps>
        </section>
        <UnitsPanel title={t("units.title")} units={units} />
      </div>
    </>
  );
}

interface FirstStepsProps {
  hasKey: boolean;
  hasCall: boolean;
  webhook: WebhookProgress;
  /** The call to try. */
  children: ReactNode;
}

function FirstSteps({ hasKey, hasCall, webhook, children }: FirstStepsProps) {
  const t = useTranslations("overview.steps");
  const ui = useTranslations("ui.firstCall");
  return (
    <ol className="divide-y divide-line">
      <Step isDone={hasKey} title={t("key.title")} text={t(hasKey ? "key.done" : "key.text")}>
        {hasKey ? null : (
          <LinkButton look="primary" href="/settings/developer/api-keys/new">
            {t("key.action")}
            <ArrowRight aria-hidden />
          </LinkButton>
        )}
      </Step>
      <Step isDone={hasCall} title={t("call.title")} text={t(hasCall ? "call.done" : "call.text")}>
        <div className="grid gap-3">
          {children}
          {hasKey && !hasCall ? (
            <PageWatch
              path="/settings/developer/first-call"
              fingerprint="waiting"
              isMoving
              moving={ui("waiting")}
              updated=""
              quietAfterMs={Number.POSITIVE_INFINITY}
            />
          ) : null}
        </div>
      </Step>
      <Step isDone={webhook === "delivered"} title={t("webhook.title")} text={t(`webhook.${webhook}`)}>
        {webhook === "none" ? (
          <LinkButton href="/settings/developer/webhooks/new">{t("webhook.action")}</LinkButton>
        ) : null}
        {webhook === "waiting" ? (
          <LinkButton href="/settings/developer/webhooks">{t("webhook.open")}</LinkButton>
        ) : null}
      </Step>
    </ol>
  );
}

interface StepProps {
  isDone: boolean;
  title: string;
  text: string;
  children: ReactNode;
}

function Step({ isDone, title, text, children }: StepProps) {
  const t = useTranslations("overview.steps");
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3.5 px-5 py-4">
      <Icon
        role="img"
        aria-label={t(isDone ? "isDone" : "isOpen")}
        className={`mt-0.5 size-5 shrink-0 ${isDone ? "text-good" : "text-ink-3"}`}
      />
      <div className="grid min-w-0 flex-1 gap-3">
        <div>
          <h3 className="font-medium">{title}</h3>
          <p className="text-dense text-ink-2">{text}</p>
        </div>
        {children ? <div>{children}</div> : null}
      </div>
    </li>
  );
}
