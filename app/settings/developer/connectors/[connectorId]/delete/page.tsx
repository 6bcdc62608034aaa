import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Time } from "@/app/_ui/time";
import { requireSession } from "@/lib/accounts/session";
import { now } from "@/lib/platform/clock";
import { remove } from "../../actions";
import { BackLink } from "../../back-link";
import { findConnector } from "../../find-connector";
import { pathOf } from "../../paths";

interface Props {
  params: Promise<{ connectorId: string }>;
}

export const generateMetadata = pageTitle("connectors.delete.title");

export default drawPage("connector", async function DeleteConnectorPage({ params }: Props) {
  const { connectorId } = await params;
  const { user } = await requireSession(pathOf(connectorId, "/delete"));
  const [{ connector }, t, form] = await Promise.all([
    findConnector(user.id, connectorId),
    getTranslations("connectors.delete"),
    getTranslations("connectorForms"),
  ]);
  const { lastRun } = connector;
  return (
    <>
      <PageHeader
        back={<BackLink connector={connector} rest="/edit" />}
        title={<span className="break-words">{t("heading", { name: connector.name })}</span>}
      />
      <div className="card grid max-w-xl gap-5 p-5">
        <p className="text-ink-2 text-pretty">{t("consequence")}</p>
        <Notice tone={lastRun ? "warn" : "neutral"}>
          {lastRun
            ? t.rich("lastUsed", {
                time: () => (
                  <Time value={new Date(lastRun.createdAt).toISOString()} style="relative" now={now().toISOString()} />
                ),
              })
            : t("neverUsed")}
        </Notice>
        <ConfirmForm
          action={remove}
          hidden={{ connectorId: connector.id }}
          name={connector.name}
          failed={form("deleteFailed")}
          submit={form("delete")}
          cancelHref={pathOf(connector.id, "/edit")}
        />
      </div>
    </>
  );
});
