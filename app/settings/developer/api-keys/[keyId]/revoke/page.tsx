import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { ConfirmForm } from "@/app/_ui/form/confirm-form";
import { Notice } from "@/app/_ui/notice";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Time } from "@/app/_ui/time";
import { requireSession } from "@/lib/accounts/session";
import { now } from "@/lib/platform/clock";
import { revoke } from "../../actions";
import { BackLink } from "../../back-link";
import { findKey } from "../../find-key";

interface Props {
  params: Promise<{ keyId: string }>;
}

export const generateMetadata = pageTitle("keys.revoke.title");

export default drawPage("key", async function RevokeKeyPage({ params }: Props) {
  const { keyId } = await params;
  const { user } = await requireSession(`/settings/developer/api-keys/${encodeURIComponent(keyId)}/revoke`);
  const [{ key }, t, form] = await Promise.all([
    findKey(user.id, keyId),
    getTranslations("keys.revoke"),
    getTranslations("keyForm"),
  ]);
  if (!key.isUsable) redirect(`/settings/developer/api-keys/${key.id}`);
  const { lastUsedAt } = key;
  return (
    <>
      <PageHeader back={<BackLink apiKey={key} />} title={t("heading", { name: key.name })} />
      <div className="card grid max-w-xl gap-5 p-5">
        <p className="text-ink-2 text-pretty">{t("consequence")}</p>
        <Notice tone={lastUsedAt === null ? "neutral" : "warn"}>
          {lastUsedAt === null
            ? t("neverUsed")
            : t.rich("lastUsed", {
                time: () => <Time value={lastUsedAt} style="relative" now={now().toISOString()} />,
              })}
        </Notice>
        <ConfirmForm
          action={revoke}
          hidden={{ keyId: key.id }}
          name={key.name}
          failed={form("revokeFailed")}
          submit={form("revoke")}
          cancelHref={`/settings/developer/api-keys/${key.id}`}
        />
      </div>
    </>
  );
});
