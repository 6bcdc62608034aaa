import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { keyPath } from "@/app/_links";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { readClientAddress } from "@/lib/accounts/sessions/session";
import { writeClientAddress } from "@/lib/platform/networks";
import { type KeyPage, openKeyPage } from "../../open-page";
import { NetworksForm } from "./networks-form";

export const generateMetadata = pageTitle("keys.networks.title");

export default renderPage("key", async function KeyAddressesPage(page: KeyPage) {
  const key = await openKeyPage(page, "/addresses");
  if (!key.isUsable) redirect(keyPath(key.id));
  const t = await getTranslations("keys.networks");
  return (
    <StepPage backHref={keyPath(key.id)} name={key.name} title={t("heading", { name: key.name })}>
      <p className="text-ink-2 text-pretty">{t("explanation")}</p>
      <NetworksForm
        apiKey={key}
        address={writeClientAddress(await readClientAddress())}
        failed={t("failed")}
        submit={t("submit")}
      />
    </StepPage>
  );
});
