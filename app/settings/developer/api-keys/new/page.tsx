import { getTranslations } from "next-intl/server";
import { BackLink } from "@/app/_ui/back-link";
import { PageHeader } from "@/app/_ui/page-header";
import { pageTitle } from "@/app/_ui/page-title";
import { openOwners } from "@/lib/access/open-owner";
import { readClientAddress, requireSession } from "@/lib/accounts/session";
import { nowMs } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { writeClientAddress } from "@/lib/platform/networks";
import { listEndpoints } from "../endpoints";
import { KEYS_PATH } from "../paths";
import { KeyForm } from "./key-form";

const DAY_MS = 24 * 60 * 60 * 1000;

export const generateMetadata = pageTitle("keys.createTitle");

export default async function NewApiKeyPage() {
  const { user } = await requireSession(`${KEYS_PATH}/new`);
  const [owners, t] = await Promise.all([openOwners(user.id), getTranslations("keys")]);
  return (
    <>
      <PageHeader
        back={<BackLink href={KEYS_PATH}>{t("title")}</BackLink>}
        title={t("createTitle")}
        description={t("createDescription")}
      />
      <KeyForm
        owners={owners.map(({ owner: { id, kind, name } }) => ({ id, kind, name }))}
        endpoints={listEndpoints()}
        baseUrl={env().SVC_BASE_URL}
        address={writeClientAddress(await readClientAddress())}
        tomorrow={new Date(nowMs() + DAY_MS).toISOString().slice(0, 10)}
      />
    </>
  );
}
