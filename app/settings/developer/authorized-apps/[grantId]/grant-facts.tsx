import { useTranslations } from "next-intl";
import { Copyable } from "@/app/_ui/copyable";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { Time } from "@/app/_ui/time";
import type { GrantSummary } from "@/lib/oauth/grant";

export function GrantFacts({ grant, now }: { grant: GrantSummary; now: string }) {
  const t = useTranslations("grants");
  const { app } = grant;
  return (
    <FactList>
      <Fact name={t("facts.app")}>
        {app.name} <span className="text-ink-3">{t("developer", { name: app.developerName })}</span>
      </Fact>
      {app.websiteUrl === null ? null : (
        <Fact name={t("facts.website")}>
          <a
            href={app.websiteUrl}
            rel="noreferrer"
            target="_blank"
            className="inline-flex min-h-6 items-center break-all underline underline-offset-4"
          >
            {app.websiteUrl}
          </a>
        </Fact>
      )}
      <Fact name={t("facts.context")}>{grant.organizationName ?? t("own")}</Fact>
      <Fact name={t("facts.granted")}>
        <Time value={grant.grantedAt} />
      </Fact>
      <Fact name={t("facts.lastUsed")}>
        {grant.lastUsedAt === null ? t("neverUsed") : <Time value={grant.lastUsedAt} style="relative" now={now} />}
      </Fact>
      <Fact name={grant.endedAt === null ? t("facts.expires") : t("facts.ended")}>
        <Time value={grant.endedAt ?? grant.expiresAt} />
      </Fact>
      <Fact name={t("facts.audience")}>
        <span className="font-mono break-all">{grant.audience}</span>
      </Fact>
      <Fact name={t("facts.id")}>
        <Copyable text={grant.id} label={t("facts.id")} />
      </Fact>
    </FactList>
  );
}
