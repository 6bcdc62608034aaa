import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Time } from "@/app/_ui/time";
import { requireSession } from "@/lib/accounts/session";
import { refuseRotation, renewExpiry } from "@/lib/api-keys/api-key";
import { now } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { BackLink } from "../../back-link";
import { listEndpoints } from "../../endpoints";
import { findKey } from "../../find-key";
import { RotateForm } from "./rotate-form";

interface Props {
  params: Promise<{ keyId: string }>;
}

export const generateMetadata = pageTitle("keys.rotate.title");

export default drawPage("key", async function RotateKeyPage({ params }: Props) {
  const { keyId } = await params;
  const { user } = await requireSession(`/settings/developer/api-keys/${encodeURIComponent(keyId)}/rotate`);
  const [{ key }, t, problems] = await Promise.all([
    findKey(user.id, keyId),
    getTranslations("keys.rotate"),
    getTranslations("problems"),
  ]);
  const life = {
    createdAt: new Date(key.createdAt),
    expiresAt: key.expiresAt ? new Date(key.expiresAt) : null,
    revokedAt: key.revokedAt ? new Date(key.revokedAt) : null,
    isReplaced: key.replacedBy !== null,
  };
  const refusal = refuseRotation(life, now());
  const expiresAt = renewExpiry(life, now());
  return (
    <>
      <PageHeader back={<BackLink apiKey={key} />} title={t("heading", { name: key.name })} />
      <div className="card grid max-w-xl gap-5 p-5">
        <p className="text-ink-2 text-pretty">{t("explanation")}</p>
        <p className="text-dense text-ink-2">
          {expiresAt
            ? t.rich("newExpires", { time: () => <Time value={expiresAt.toISOString()} style="date" /> })
            : t("newNeverExpires")}
        </p>
        <RotateForm
          keyId={key.id}
          name={key.name}
          endpoints={listEndpoints()}
          baseUrl={env().SVC_BASE_URL}
          refusal={refusal && problems(`key_${refusal}`)}
        />
      </div>
    </>
  );
});
