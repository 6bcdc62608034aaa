import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { Notice } from "@/app/_ui/notice";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { Time } from "@/app/_ui/time";
import { requireSession } from "@/lib/accounts/session";
import { ConnectorFrame } from "../../connector-frame";
import { findConnector } from "../../find-connector";
import { MaskedToken } from "../../masked-token";
import { pathOf } from "../../paths";
import { TokenForm } from "./token-form";

interface Props {
  params: Promise<{ connectorId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("connectors.token.title");

export default drawPage("connector", async function TokenPage({ params, searchParams }: Props) {
  const { connectorId } = await params;
  const { user } = await requireSession(pathOf(connectorId, "/token"));
  const [{ connector }, query, t] = await Promise.all([
    findConnector(user.id, connectorId),
    searchParams,
    getTranslations("connectors.token"),
  ]);
  return (
    <ConnectorFrame connector={connector} tab="token">
      <div className="grid max-w-2xl gap-6">
        {readText(query, "rotated") ? (
          <Notice tone="good" role="status">
            {t("rotated")}
          </Notice>
        ) : null}
        <FactList>
          <Fact name={t("current")}>
            <MaskedToken />
          </Fact>
          <Fact name={t("since")}>
            <Time value={connector.tokenSetAt.toISOString()} />
          </Fact>
        </FactList>
        <section aria-labelledby="rotate" className="card">
          <h2 id="rotate" className="border-b border-line px-5 py-3 font-semibold">
            {t("rotate")}
          </h2>
          <div className="grid gap-4 p-5">
            <p className="text-ink-2 text-pretty">{t("rotateText")}</p>
            <TokenForm connectorId={connector.id} />
          </div>
        </section>
      </div>
    </ConnectorFrame>
  );
});
