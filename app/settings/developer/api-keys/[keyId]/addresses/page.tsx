import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { keyPath } from "@/app/_links";
import { FormButtons, PlainForm } from "@/app/_ui/form/action-form";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { readClientAddress } from "@/lib/accounts/sessions/session";
import { writeClientAddress } from "@/lib/platform/networks";
import { saveNetworks } from "../../actions";
import { NetworksField } from "../../networks-field";
import { type KeyPage, openKeyPage } from "../../open-page";

export const generateMetadata = pageTitle("keys.networks.title");

export default renderPage("key", async function KeyAddressesPage(page: KeyPage) {
  const key = await openKeyPage(page, "/addresses");
  if (!key.isUsable) redirect(keyPath(key.id));
  const t = await getTranslations("keys.networks");
  return (
    <StepPage backHref={keyPath(key.id)} name={key.name} title={t("heading", { name: key.name })}>
      <p className="text-ink-2 text-pretty">{t("explanation")}</p>
      <PlainForm action={saveNetworks} failed={t("failed")} hidden={{ keyId: key.id }} className="grid gap-5">
        <NetworksField
          address={writeClientAddress(await readClientAddress())}
          defaultValue={key.allowedNetworks.join("\n")}
        />
        <FormButtons submit={t("submit")} cancelHref={keyPath(key.id)} />
      </PlainForm>
    </StepPage>
  );
});
