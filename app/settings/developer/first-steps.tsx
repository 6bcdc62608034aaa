import { ArrowRight, CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LinkButton } from "@/app/_ui/button";
import type { WebhookProgress } from "@/lib/overview/queries";
import { FirstCallWatch } from "./first-call-watch";

interface FirstStepsProps {
  hasKey: boolean;
  hasCall: boolean;
  webhook: WebhookProgress;
  /** The call to try. */
  children: ReactNode;
}

export function FirstSteps({ hasKey, hasCall, webhook, children }: FirstStepsProps) {
  const t = useTranslations("overview.steps");
  return (
    <ol className="divide-y divide-line">
      <Step isDone={hasKey} title={t("key.title")} text={hasKey ? t("key.done") : t("key.text")}>
        {hasKey ? null : (
          <LinkButton look="primary" href="/settings/developer/api-keys/new">
            {t("key.action")}
            <ArrowRight aria-hidden />
          </LinkButton>
        )}
      </Step>
      <Step isDone={hasCall} title={t("call.title")} text={hasCall ? t("call.done") : t("call.text")}>
        <div className="grid gap-3">
          {children}
          <FirstCallWatch isWaiting={hasKey && !hasCall} />
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
        aria-label={isDone ? t("isDone") : t("isOpen")}
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
