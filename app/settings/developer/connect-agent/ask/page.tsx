import { getTranslations } from "next-intl/server";
import { CONNECT_AGENT_PATH, requestClientPath } from "@/app/_links";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { Notice } from "@/app/_ui/page/notice";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { requireSession } from "@/lib/accounts/sessions/session";
import { clientHost, findClientUrlProblem } from "@/lib/oauth/client-documents/client-url";
import { readClientStates } from "@/lib/oauth/client-documents/queries";
import { findReviewPath } from "../clients";
import { Approval } from "../setup-panel";

export const generateMetadata = pageTitle("connectAgent.client.askTitle");

export default async function AskForClientPage({ searchParams }: { searchParams: SearchParams }) {
  const url = readText(await searchParams, "client");
  const [{ user }, t] = await Promise.all([
    requireSession(requestClientPath(url)),
    getTranslations("connectAgent.client"),
  ]);
  const isUrl = findClientUrlProblem(url) === null;
  const states = isUrl ? await readClientStates(user.id, [url]) : null;
  return (
    <>
      <PageHeader
        back={<BackLink href={CONNECT_AGENT_PATH}>{t("back")}</BackLink>}
        title={isUrl ? t("askHeading", { host: clientHost(url) }) : t("askTitle")}
      />
      <div className="grid max-w-2xl gap-4 text-dense">
        {isUrl ? (
          <>
            <p className="text-ink-2 text-pretty">{t("askText")}</p>
            <Approval state={states?.get(url)?.state ?? "unknown"} url={url} reviewPath={findReviewPath(user, url)} />
          </>
        ) : (
          <Notice tone="warn">{t("askInvalid")}</Notice>
        )}
      </div>
    </>
  );
}
