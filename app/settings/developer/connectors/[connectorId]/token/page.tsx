import { getTranslations } from "next-intl/server";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText } from "@/app/_ui/list/search-params";
import { DoneNotice } from "@/app/_ui/page/done-notice";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Panel } from "@/app/_ui/page/panel";
import { renderPage } from "@/app/_ui/page/render-page";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import { rotateToken } from "../../actions";
import { ConnectorFrame } from "../../connector-frame";
import { TokenField } from "../../gateway-section";
import { MaskedToken } from "../../masked-token";
import { type ConnectorPage, openConnectorPage } from "../../open-page";

export const generateMetadata = pageTitle("connectors.token.title");

export default renderPage("connector", async function TokenPage(page: ConnectorPage) {
  const { connector, query } = await openConnectorPage(page, "/token");
  const [t, form] = await Promise.all([getTranslations("connectors.token"), getTranslations("connectorForms")]);
  return (
    <ConnectorFrame connector={connector} tab="token">
      <div className="grid max-w-2xl gap-6">
        {readText(query, "rotated") ? <DoneNotice>{t("rotated")}</DoneNotice> : null}
        <FactList>
          <Fact name={t("current")}>
            <MaskedToken />
          </Fact>
          <Fact name={t("since")}>
            <Time value={connector.tokenSetAt.toISOString()} />
          </Fact>
        </FactList>
        <Panel id="rotate" title={t("rotate")}>
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
        </Panel>
      </div>
    </ConnectorFrame>
  );
});
