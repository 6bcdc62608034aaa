import { getTranslations } from "next-intl/server";
import { keyPath } from "@/app/_links";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { StepPage } from "@/app/_ui/page/step-page";
import { Time } from "@/app/_ui/shown/time";
import { env } from "@/lib/platform/env";
import { listEndpoints } from "../../endpoints";
import { type KeyPage, openKeyPage } from "../../open-page";
import { RotateForm } from "../../reveal-key";

export const generateMetadata = pageTitle("keys.rotate.title");

export default renderPage("key", async function RotateKeyPage(page: KeyPage) {
  const key = await openKeyPage(page, "/rotate");
  const [t, problems] = await Promise.all([getTranslations("keys.rotate"), getTranslations("problems")]);
  const { rotationRefusal, renewedExpiry } = key;
  return (
    <StepPage backHref={keyPath(key.id)} name={key.name} title={t("heading", { name: key.name })}>
      <p className="text-ink-2 text-pretty">{t("explanation")}</p>
      <p className="text-dense text-ink-2">
        {renewedExpiry
          ? t.rich("newExpires", { time: () => <Time value={renewedExpiry} style="date" /> })
          : t("newNeverExpires")}
      </p>
      <RotateForm
        keyId={key.id}
        name={key.name}
        endpoints={listEndpoints()}
        baseUrl={env().SVC_BASE_URL}
        refusal={rotationRefusal && problems(`key_${rotationRefusal}`)}
      />
    </StepPage>
  );
});
