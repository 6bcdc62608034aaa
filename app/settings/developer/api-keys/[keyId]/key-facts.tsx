import { useTranslations } from "next-intl";
import { Copyable } from "@/app/_ui/copyable";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { Time } from "@/app/_ui/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { LastUsed } from "../last-used";

export function KeyFacts({ apiKey, now }: { apiKey: KeySummary; now: string }) {
  const t = useTranslations("keys");
  return (
    <FactList>
      <Fact name={t("facts.key")}>
        <span className="font-mono">{apiKey.maskedKey}</span>
      </Fact>
      <Fact name={t("facts.id")}>
        <Copyable text={apiKey.id} label={t("facts.id")} />
      </Fact>
      <Fact name={t("columns.owner")}>{apiKey.owner.kind === "organization" ? apiKey.owner.name : t("ownerMe")}</Fact>
      <Fact name={t("facts.environment")}>{apiKey.environment === "live" ? t("facts.live") : t("facts.test")}</Fact>
      <Fact name={t("columns.lastUsed")}>
        <LastUsed apiKey={apiKey} now={now} />
      </Fact>
      <Fact name={t("columns.expires")}>
        {apiKey.expiresAt === null ? t("noExpiry") : <Time value={apiKey.expiresAt} />}
      </Fact>
    </FactList>
  );
}
