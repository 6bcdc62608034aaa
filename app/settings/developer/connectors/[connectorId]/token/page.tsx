import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Section } from "@/app/_ui/page/section";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import { rotateToken } from "../../actions";
import { connectorTab, MaskedToken } from "../../connector-page";
import { TokenField } from "../../gateway-section";

export const generateMetadata = pageTitle("connectors.token.title");

export default connectorTab("token", async function TokenPage({ connector, query }) {
  const [t, form] = await Promise.all([getTranslations("connectors.token"), getTranslations("connectorForms")]);
  return (
    <div className="grid max-w-2xl gap-x-10 gap-y-9">
      {readText(query, "rotated") ? <DoneNotice>{t("rotated")}</DoneNotice> : null}
      <FactList>
        <Fact name={t("current")}>
          <MaskedToken />
        </Fact>
        <Fact name={t("since")}>
          <Time value={connector.tokenSetAt.toISOString()} />
        </Fact>
      </FactList>
      <Section id="rotate" title={t("rotate")}>
        <p className="mb-4 text-ink-2 text-pretty">{t("rotateText")}</p>
        <PlainForm
          action={rotateToken}
          failed={form("rotateFailed")}
          hidden={{ connectorId: connector.id }}
          className="grid gap-4"
        >
          <TokenField />
          <SubmitButton className="justify-self-start">{form("rotate")}</SubmitButton>
        </PlainForm>
      </Section>
    </div>
  );
});
