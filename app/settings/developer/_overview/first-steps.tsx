import { ArrowRight, CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "@/app/_ui/controls/button";
import { PageWatch } from "@/app/_ui/list/page-watch";
import type { WebhookProgress } from "@/lib/webhooks/queries";

interface FirstStepsProps {
  hasKey: boolean;
  hasCall: boolean;
  webhook: WebhookProgress;
  children: ReactNode;
}

export function FirstSteps({ hasKey, hasCall, webhook, children }: FirstStepsProps) {
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
