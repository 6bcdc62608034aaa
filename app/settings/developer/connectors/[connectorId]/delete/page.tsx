import { getTranslations } from "next-intl/server";
import { connectorPath } from "@/app/_links";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { pageTitle } from "@/app/_ui/page/page-title";
import { LastUseNotice, StepPage } from "@/app/_ui/page/step-page";
import { remove } from "../../actions";
import { connectorPage } from "../../connector-page";

export const generateMetadata = pageTitle("connectors.delete.title");

export default connectorPage("/delete", async function DeleteConnectorPage({ connector: { id, name, lastRun } }) {
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
