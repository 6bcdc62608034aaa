import { RefreshCw, Trash2 } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { drawPage } from "@/app/_ui/draw-page";
import { PageHeader } from "@/app/_ui/page-header";
import { requireSession } from "@/lib/accounts/session";
import { now } from "@/lib/platform/clock";
import { BackLink } from "../back-link";
import { findKey } from "../find-key";
import { KeyStatus } from "../key-status";
import { LeakNotice } from "../leak-notice";
import { KeyFacts } from "./key-facts";
import { KeyHistory } from "./key-history";
import { KeyPermissions } from "./key-permissions";

interface Props {
  params: Promise<{ keyId: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("keys"))("detailTitle") };
}

export default drawPage("key", async function ApiKeyPage({ params }: Props) {
  const { keyId } = await params;
  const { user } = await requireSession(`/settings/developer/api-keys/${encodeURIComponent(keyId)}`);
  const [{ key }, t] = await Promise.all([findKey(user.id, keyId), getTranslations("keys")]);
  const path = `/settings/developer/api-keys/${key.id}`;
  return (
    <>
      <PageHeader
        back={<BackLink />}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {key.name}
            <KeyStatus apiKey={key} />
          </span>
        }
      >
        {key.isUsable && key.state !== "replaced" ? (
          <LinkButton href={`${path}/rotate`}>
            <RefreshCw aria-hidden />
            {t("rotate.action")}
          </LinkButton>
        ) : null}
        {key.isUsable ? (
          <LinkButton look="dangerPlain" href={`${path}/revoke`}>
            <Trash2 aria-hidden />
            {t("revoke.action")}
          </LinkButton>
        ) : null}
      </PageHeader>
      <LeakNotice apiKey={key} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid gap-6">
          <KeyFacts apiKey={key} now={now().toISOString()} />
          <KeyPermissions apiKey={key} />
        </div>
        <KeyHistory apiKey={key} />
      </div>
    </>
  );
});
