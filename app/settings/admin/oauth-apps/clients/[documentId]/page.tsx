import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { appPath, CLIENTS_PATH, clientPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import type { FormAction } from "@/app/_ui/form/define-action";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { BackLink } from "@/app/_ui/page/back-link";
import { Notice } from "@/app/_ui/page/notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import { TOOL_SCOPES } from "@/lib/agents/mcp/tools";
import { DEFAULT_CALLBACK_PORT } from "@/lib/oauth/client-documents/known-clients";
import { type ClientRow, readClientRow } from "@/lib/oauth/client-documents/queries";
import { requireAdmin } from "../../../open-administration-page";
import { KeyList } from "../../[appId]/credentials";
import { readAgain, refuse } from "../actions";
import { ApprovalForm } from "./approval-form";

export const generateMetadata = pageTitle("clients.reviewTitle");

interface ReviewPage {
  params: Promise<{ documentId: string }>;
}

export default renderPage("page", async function ReviewClientPage({ params }: ReviewPage) {
  const { documentId } = await params;
  const admin = await requireAdmin(clientPath(documentId));
  const row = await orNotFound(readClientRow(admin, documentId));
  if (row.app && !row.isChanged && row.problem === null) redirect(appPath(row.app.id));
  const t = await getTranslations("clients");
  return (
    <>
      <PageHeader
        back={<BackLink href={CLIENTS_PATH}>{t("title")}</BackLink>}
        title={<span className="break-all">{row.found?.name ?? row.host}</span>}
        description={<span className="font-mono break-all">{row.url}</span>}
      >
        <DocumentButton action={readAgain} id={row.id} text={t(row.checkedAt === null ? "read" : "readAgain")} />
        {row.app || row.isRefused ? null : <DocumentButton action={refuse} id={row.id} text={t("refuse")} isDanger />}
      </PageHeader>
      <div className="grid max-w-3xl gap-x-10 gap-y-9">
        <ReviewNotices row={row} />
        {row.found ? <DocumentFacts row={row} /> : null}
        {row.requests.length > 0 ? <Requests row={row} /> : null}
        {row.found && row.seen !== null && row.problem === null ? (
          <ApprovalForm
            documentId={row.id}
            seen={row.seen}
            name={row.found.name}
            isAgain={row.app !== null}
            scopes={TOOL_SCOPES}
            port={row.needsPort ? DEFAULT_CALLBACK_PORT : null}
          />
        ) : null}
      </div>
    </>
  );
});

interface DocumentButtonProps {
  action: FormAction;
  id: string;
  text: string;
  isDanger?: boolean;
}

async function DocumentButton({ action, id, text, isDanger = false }: DocumentButtonProps) {
  const t = await getTranslations("clients");
  return (
    <PlainForm action={action} hidden={{ documentId: id }} failed={t("failed")}>
      <SubmitButton look={isDanger ? "dangerPlain" : "plain"}>{text}</SubmitButton>
    </PlainForm>
  );
}

async function ReviewNotices({ row }: { row: ClientRow }) {
  const t = await getTranslations("clients");
  return (
    <div className="grid gap-3 empty:hidden">
      {row.checkedAt === null ? <Notice>{t("notRead", { host: row.host })}</Notice> : null}
      {row.problem === null ? null : <Notice tone="warn">{t(`problems.${row.problem}`)}</Notice>}
      {row.isRefused ? <Notice>{t("refusedNotice")}</Notice> : null}
      {row.isChanged ? (
        <Notice tone="warn">
          <p className="font-medium">{t("changedTitle")}</p>
          <p>{t("changedText")}</p>
        </Notice>
      ) : null}
    </div>
  );
}

async function Requests({ row }: { row: ClientRow }) {
  const t = await getTranslations("clients");
  return (
    <Section id="requests" title={t("requests")}>
      <ul className="grid gap-1.5 text-dense">
        {row.requests.map(({ name, email, createdAt }) => (
          <li key={email}>
            {name} <span className="text-ink-2">{email}</span> · <Time value={createdAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The document in words. Its logo is never loaded, and its website is no link before it is approved. */
async function DocumentFacts({ row: { found, approved, foundAt } }: { row: ClientRow }) {
  const t = await getTranslations("clients");
  if (!found) return null;
  const isNew = (uri: string) => approved !== null && !approved.redirectUris.includes(uri);
  return (
    <FactList>
      <Fact name={t("name")}>{found.name}</Fact>
      <Fact name={t("website")}>
        {found.websiteUrl === null ? (
          <span className="text-ink-3">{t("noWebsite")}</span>
        ) : (
          <span className="break-all">{found.websiteUrl}</span>
        )}
      </Fact>
      <Fact name={t("redirectUris")}>
        <ul className="grid gap-1">
          {found.redirectUris.map((uri) => (
            <li key={uri} className="font-mono break-all">
              {uri}
              {isNew(uri) ? <strong className="ms-2 font-sans font-medium text-warn">{t("newUri")}</strong> : null}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name={t("authentication")}>
        {t(found.isPublic ? "authenticationNone" : "authenticationKeys")}
        {found.keys === null ? null : (
          <div className="mt-1">
            <KeyList keys={found.keys} />
          </div>
        )}
      </Fact>
      {found.leftOutUris.length > 0 ? (
        <Fact name={t("leftOut")}>
          <ul className="grid gap-1 text-ink-2">
            {found.leftOutUris.map((uri) => (
              <li key={uri} className="font-mono break-all">
                {uri}
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
      <Fact name={t("checked")}>{foundAt === null ? t("neverRead") : <Time value={foundAt} />}</Fact>
    </FactList>
  );
}
