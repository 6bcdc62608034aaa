import { getTranslations } from "next-intl/server";
import { STREAMS_PATH } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { openOwners } from "@/lib/access/open-owner";
import { requireSession } from "@/lib/accounts/sessions/session";
import { openArea } from "../../../open-area";
import { StreamForm } from "../stream-form";

export const generateMetadata = pageTitle("auditStreams.createTitle");

export default async function NewStreamPage() {
  const { user } = await requireSession(`${STREAMS_PATH}/new`);
  const [owners, t] = await Promise.all([openOwners(user.id), getTranslations("auditStreams")]);
  const start = await openArea(
    user.id,
    "",
    owners.map(({ owner }) => owner.id),
  );
  return (
    <>
      <PageHeader
        back={<BackLink href={STREAMS_PATH}>{t("title")}</BackLink>}
        title={t("createTitle")}
        description={t("createDescription")}
      />
      <StreamForm owners={owners.map(({ owner: { id, kind, name } }) => ({ id, kind, name }))} start={start} />
    </>
  );
}
