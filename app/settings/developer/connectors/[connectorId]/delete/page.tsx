import { getTranslations } from "next-intl/server";
import { connectorPath } from "@/app/_links";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { LastUseNotice, StepPage } from "@/app/_ui/page/step-page";
import { remove } from "../../actions";
import { type ConnectorPage, openConnectorPage } from "../../open-page";

export const generateMetadata = pageTitle("connectors.delete.title");

export default renderPage("connector", async function DeleteConnectorPage(page: ConnectorPage) {
  const { id, name, lastRun } = (await openConnectorPage(page, "/delete")).connector;
  const [t, form] = await Promise.all([getTranslations("connectors.delete"), getTranslations("connectorForms")]);
  return (
    <StepPage backHref={connectorPath(id, "/edit")} name={name} title={t("heading", { name })}>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <LastUseNotice
        at={lastRun?.createdAt ?? null}
        never={t("neverUsed")}
        used={(time) => t.rich("lastUsed", { time })}
      />
      <ConfirmForm
        action={remove}
        hidden={{ connectorId: id }}
        name={name}
        failed={form("deleteFailed")}
        submit={form("delete")}
        cancelHref={connectorPath(id, "/edit")}
      />
    </StepPage>
  );
});
