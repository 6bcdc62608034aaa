import { useTranslations } from "next-intl";
import { Copyable } from "@/app/_ui/copyable";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { TOOL_CALL_BURST_PER_MINUTE, UNITS } from "@/lib/platform/limits";

export function EndpointFacts({ url }: { url: string }) {
  const t = useTranslations("connectAgent.endpoint");
  const limits = { limit: TOOL_CALL_BURST_PER_MINUTE, read: UNITS.toolRead, write: UNITS.toolWrite };
  return (
    <section aria-label={t("title")}>
      <FactList>
        <Fact name={t("address")}>
          <Copyable text={url} label={t("address")} />
        </Fact>
        <Fact name={t("transport")}>{t("transportValue")}</Fact>
        <Fact name={t("audience")}>{t("audienceText")}</Fact>
        <Fact name={t("scopes")}>{t("scopesText")}</Fact>
        <Fact name={t("limits")}>{t("limitsText", limits)}</Fact>
      </FactList>
    </section>
  );
}
