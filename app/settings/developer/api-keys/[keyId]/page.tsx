import { RefreshCw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { Copyable } from "@/app/_ui/copyable";
import { drawPage } from "@/app/_ui/draw-page";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { Time } from "@/app/_ui/time";
import { requireSession } from "@/lib/accounts/session";
import type { KeySummary } from "@/lib/api-keys/key-summary";
import { now } from "@/lib/platform/clock";
import { BackLink } from "../back-link";
import { findKey } from "../find-key";
import { KeyStatus } from "../key-status";
import { LastUsed } from "../last-used";
import { LeakNotice } from "../leak-notice";
import { KeyHistory } from "./key-history";
import { KeyPermissions } from "./key-permissions";

interface Props {
  params: Promise<{ keyId: string }>;
}

export const generateMetadata = pageTitle("keys.detailTitle");

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

function KeyFacts({ apiKey, now }: { apiKey: KeySummary; now: string }) {
  const t = useTranslations("keys");
  return (
    <FactList>
      <Fact name={t("facts.key")}>
        <span className="font-mono">{apiKey.maskedKey}</span>
      </Fact>
      <Fact name={t("facts.id")}>
        <Copyable text={apiKey.id} label={t("facts.id")} />
      </Fact>
      <Fact name={t("columns.owner")}>{apiKey.owner.kind === "organization" ? apiKey.owner.name : t("ownerMe")}</Fact>
      <Fact name={t("facts.environment")}>{apiKey.environment === "live" ? t("facts.live") : t("facts.test")}</Fact>
      <Fact name={t("columns.lastUsed")}>
        <LastUsed apiKey={apiKey} now={now} />
      </Fact>
      <Fact name={t("columns.expires")}>
        {apiKey.expiresAt === null ? t("noExpiry") : <Time value={apiKey.expiresAt} />}
      </Fact>
    </FactList>
  );
}
