import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { APPS_PATH, CLIENTS_PATH, clientPath } from "@/app/_links";
import { PlainForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Section } from "@/app/_ui/page/section";
import { type ClientRow, listClients } from "@/lib/oauth/client-documents/queries";
import { requireAdmin } from "../../open-administration-page";
import { readDocument } from "./actions";

export const generateMetadata = pageTitle("clients.title");

export default renderPage("page", async function ClientsPage({ searchParams }: { searchParams: SearchParams }) {
  const admin = await requireAdmin(CLIENTS_PATH);
  const [{ waiting, changed, refused }, t, apps] = await Promise.all([
    listClients(admin),
    getTranslations("clients"),
    getTranslations("apps"),
  ]);
  return (
    <>
      <PageHeader
        back={<BackLink href={APPS_PATH}>{apps("title")}</BackLink>}
        title={t("title")}
        description={t("description")}
      />
      <div className="grid max-w-3xl gap-x-10 gap-y-9">
        <UrlForm url={readText(await searchParams, "url")} />
        <Section id="waiting" title={t("waiting")}>
          {waiting.length > 0 ? (
            <ClientList rows={waiting} />
          ) : (
            <p className="text-dense text-ink-2">{t("waitingNone")}</p>
          )}
        </Section>
        {changed.length > 0 ? (
          <Section id="changed" title={t("changedTitle")}>
            <ClientList rows={changed} />
          </Section>
        ) : null}
        {refused.length > 0 ? (
          <Section id="refused" title={t("refused")}>
            <ClientList rows={refused} />
          </Section>
        ) : null}
      </div>
    </>
  );
});

async function UrlForm({ url }: { url: string }) {
  const t = await getTranslations("clients");
  return (
    <PlainForm
      action={readDocument}
      failed={t("readFailed")}
      noValidate
      className="grid justify-items-start gap-4 [&>*]:w-full"
    >
      <TextField
        name="url"
        type="url"
        label={t("url")}
        defaultValue={url}
        placeholder="https://app.example.com/oauth/client.json"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div>
        <SubmitButton>{t("read")}</SubmitButton>
      </div>
    </PlainForm>
  );
}

async function ClientList({ rows }: { rows: readonly ClientRow[] }) {
  const t = await getTranslations("clients");
  return (
    <ul className="divide-y divide-line text-dense">
      {rows.map(({ id, url, found, requestCount }) => (
        <li key={id} className="py-2.5 first:pt-0 last:pb-0">
          <Link href={clientPath(id)} className="font-mono font-medium break-all underline underline-offset-4">
            {url}
          </Link>
          <p className="mt-0.5 text-ink-2">
            {found ? `${found.name} · ` : ""}
            {t("requestedBy", { count: requestCount })}
          </p>
        </li>
      ))}
    </ul>
  );
}
