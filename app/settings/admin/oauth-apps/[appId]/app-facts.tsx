import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { Copyable } from "@/app/_ui/copyable";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { Time } from "@/app/_ui/time";
import type { AppSummary } from "@/lib/oauth/apps-query";

export function AppFacts({ app, now }: { app: AppSummary; now: string }) {
  const t = useTranslations("apps");
  return (
    <FactList>
      <Fact name={t("facts.clientId")}>
        <Copyable text={app.clientId} label={t("facts.clientId")} />
      </Fact>
      <Fact name={t("facts.developer")}>{app.developerName}</Fact>
      <Fact name={t("facts.website")}>
        {app.websiteUrl === null ? (
          <span className="text-ink-3">{t("facts.noWebsite")}</span>
        ) : (
          <a
            href={app.websiteUrl}
            rel="noreferrer"
            target="_blank"
            className="inline-flex items-center gap-1.5 break-all underline underline-offset-4"
          >
            {app.websiteUrl}
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          </a>
        )}
      </Fact>
      <Fact name={t("facts.type")}>{t(`facts.${app.clientType}Hint`)}</Fact>
      <Fact name={t("facts.actor")}>{t(`facts.${app.actorType}Hint`)}</Fact>
      <Fact name={t("facts.grants")}>{t("grantCount", { count: app.liveGrants })}</Fact>
      <Fact name={t("facts.lastUsed")}>
        {app.lastUsedAt === null ? t("neverUsed") : <Time value={app.lastUsedAt} style="relative" now={now} />}
      </Fact>
      <Fact name={t("facts.created")}>
        <Time value={app.createdAt} /> <span className="text-ink-3">{t("by", { name: app.createdByName ?? "?" })}</span>
      </Fact>
      {app.updatedAt === app.createdAt ? null : (
        <Fact name={t("facts.updated")}>
          <Time value={app.updatedAt} />
        </Fact>
      )}
    </FactList>
  );
}
