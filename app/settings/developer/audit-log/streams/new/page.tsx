import { getTranslations } from "next-intl/server";
import { STREAMS_PATH } from "@/app/_links";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";
import { openOwnerOfArea } from "../../../open-area";
import { StreamForm } from "../stream-form";

export const generateMetadata = pageTitle("auditStreams.createTitle");

export default async function NewStreamPage() {
  const { user } = await requireSession(`${STREAMS_PATH}/new`);
  const t = await getTranslations("auditStreams");
  const { owner } = await openOwnerOfArea(user.id);
  return (
    <>
      <PageHeader
        back={<BackLink href={STREAMS_PATH}>{t("title")}</BackLink>}
        title={t("createTitle")}
        description={t("createDescription", { area: owner.kind === "user" ? t("ownArea") : owner.name })}
      />
      <StreamForm owner={owner.id} />
    </>
  );
}
