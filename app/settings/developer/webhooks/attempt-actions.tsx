import { BadgeCheck, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { verifyPath, webhookPath } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import type { AttemptDetail } from "@/lib/webhooks/delivery/delivery";
import { isMendedByUrl } from "@/lib/webhooks/history/diagnosis";
import { findHeader } from "./list-headers";
import { RedeliverForm } from "./redeliver-form";

/** The next steps after an attempt. Where its URL is the cause, another URL comes first. */
export function AttemptActions({ attempt }: { attempt: AttemptDetail }) {
  const t = useTranslations("deliveries.actions");
  const { id, webhookId, event, url } = attempt;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {url !== null && isMendedByUrl(attempt) ? (
        <IconLink icon={Pencil} look="primary" size="small" href={webhookPath(webhookId, "/edit#url")}>
          {t("editUrl")}
        </IconLink>
      ) : null}
      <RedeliverForm webhookId={webhookId} attemptId={id} event={event} />
      {findHeader(attempt, "svc-webhook-signature") === undefined ? null : (
        <IconLink icon={BadgeCheck} size="small" href={verifyPath(webhookId, id)}>
          {t("verify")}
        </IconLink>
      )}
    </div>
  );
}
