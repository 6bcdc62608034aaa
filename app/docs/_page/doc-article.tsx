import { ChevronRight, FileText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CopyableText } from "@/app/_light/copy-control";
import { linkLanguages } from "@/app/_ui/page/page-languages";
import { openOwners } from "@/lib/access/open-owner";
import { readSession } from "@/lib/accounts/sessions/session";
import { matchesFilter } from "@/lib/api-keys/key-summary";
import { listKeys } from "@/lib/api-keys/queries";
import { type Heading, listHeadings } from "@/lib/docs/markdown";
import { type DocPage, markdownPath } from "@/lib/docs/page";
import type { Locale } from "@/lib/i18n/locale";
import { env } from "@/lib/platform/env";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import { preferShared } from "@/lib/rooms/workspace";
import { MarkdownText } from "./markdown-text";

export async function DocArticle({ page, locale, children }: { page: DocPage; locale: Locale; children?: ReactNode }) {
  const t = await getTranslations("docs");
  const { path, kind, title, description, body, language } = page;
  const headings = listHeadings(body).filter(({ depth }) => depth <= 3);
  const isCode = kind === "error" && /^[a-z_]+$/.test(title);
  return (
    <div className="mx-auto max-w-5xl xl:grid xl:grid-cols-[minmax(0,1fr)_13rem] xl:gap-12">
      <article lang={language} className="min-w-0">
        <header className="mb-6">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">
            {isCode ? <span className="font-mono text-xl">{title}</span> : title}
          </h1>
          <div className="mt-2 text-lg text-ink-2 text-pretty">
            <MarkdownText id={`${locale}:${path}:description`} text={description} />
          </div>
          <a
            href={markdownPath(path, locale)}
            lang={locale}
            className="mt-2 inline-flex min-h-6 items-center gap-1.5 text-xs text-ink-3 underline-offset-4 hover:text-ink hover:underline"
          >
            <FileText aria-hidden className="size-3.5" />
            {t("asMarkdown")}
          </a>
          {language === locale ? null : (
            <p lang={locale} className="mt-1 text-xs text-ink-3">
              {t("onlyInEnglish")}
            </p>
          )}
          {children ? <div>{children}</div> : null}
        </header>
        {headings.length > 1 ? <FoldedHeadings title={t("onThisPage")} headings={headings} /> : null}
        <ReaderValues text={body} locale={locale} />
        <MarkdownText id={`${locale}:${path}`} text={body} />
      </article>
      {headings.length > 1 ? (
        <nav
          aria-label={t("onThisPage")}
          data-contents
          className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] self-start overflow-y-auto xl:block"
        >
          <h2 className="mb-2 text-xs font-medium text-ink-3">{t("onThisPage")}</h2>
          <HeadingLinks headings={headings} />
        </nav>
      ) : null}
    </div>
  );
}

function FoldedHeadings({ title, headings }: { title: string; headings: readonly Heading[] }) {
  return (
    <details className="group/fold card mb-6 px-4 xl:hidden">
      <summary className="flex min-h-10 items-center gap-1.5 text-dense font-medium">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/fold:rotate-90" />
        {title}
      </summary>
      <div className="pb-3">
        <HeadingLinks headings={headings} />
      </div>
    </details>
  );
}

function HeadingLinks({ headings }: { headings: readonly Heading[] }) {
  return (
    <ul className="grid grid-cols-1 border-s border-line">
      {headings.map(({ id, depth, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`-ms-px flex min-h-6 items-center border-s-2 border-transparent py-1 text-xs text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink ${depth > 2 ? "ps-6" : "ps-3"}`}
          >
            <span className="min-w-0">{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function linkMarkdown(path: string, locale: Locale): Metadata {
  return { alternates: { ...linkLanguages(path, locale), types: { "text/markdown": markdownPath(path, locale) } } };
}

const SHOWN_MAX = 5;
const USABLE = { state: "usable", text: "" } as const;
const KEYS_PATH = "/settings/developer/api-keys";

/** The variables of the examples that the service knows for a reader. A key itself is never known here. */
const VARIABLES = ["SVC_BASE_URL", "SVC_ROOM_ID", "SVC_API_KEY"] as const;

/** Values of a signed-in reader for the variables of a page, folded: the text stays the same for everyone. */
async function ReaderValues({ text, locale }: { text: string; locale: Locale }) {
  const used = VARIABLES.filter((name) => new RegExp(`\\$\\{?${name}\\b`).test(text));
  const session = used.length > 0 ? await readSession() : null;
  if (!session) return null;
  const t = await getTranslations("docs.reader");
  const [rooms, keys] = await Promise.all([
    used.includes("SVC_ROOM_ID") ? listRooms(session.user.id) : [],
    used.includes("SVC_API_KEY") ? listUsableKeys(session.user.id) : [],
  ]);
  return (
    <details lang={locale} className="group/fold card mb-6 px-4">
      <summary className="flex min-h-10 items-center gap-1.5 text-dense font-medium">
        <ChevronRight aria-hidden className="size-3.5 transition-transform group-open/fold:rotate-90" />
        {t("title")}
      </summary>
      <div className="grid grid-cols-1 gap-4 pb-4 text-dense">
        <p className="text-ink-2">{t("text")}</p>
        <dl className="grid grid-cols-1 gap-3">
          {used.includes("SVC_BASE_URL") ? (
            <Value name={t("baseUrl")}>
              <CopyableText text={`export SVC_BASE_URL=${env().SVC_BASE_URL}`} label="SVC_BASE_URL" />
            </Value>
          ) : null}
          {used.includes("SVC_ROOM_ID") && rooms.length === 0 ? <Value name="SVC_ROOM_ID">{t("noRooms")}</Value> : null}
          {rooms.map(({ id, name }) => (
            <Value key={id} name={t("room", { name })}>
              <CopyableText text={`export SVC_ROOM_ID=${id}`} label={t("room", { name })} />
            </Value>
          ))}
          {used.includes("SVC_API_KEY") ? (
            <Value name={t("keyTitle")}>
              {keys.length === 0 ? t("noKeys") : t("keyText")}{" "}
              {keys.map(({ id, name }) => (
                <Link
                  key={id}
                  href={`${KEYS_PATH}/${id}`}
                  prefetch={false}
                  className="me-2 underline underline-offset-2"
                >
                  {name}
                </Link>
              ))}
              <Link href={`${KEYS_PATH}/new`} prefetch={false} className="text-accent underline underline-offset-2">
                {t("createKey")}
              </Link>
            </Value>
          ) : null}
        </dl>
      </div>
    </details>
  );
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

async function listRooms(userId: string) {
  const rooms = await listWorkspaceRooms(userId);
  // The API never serves direct messages.
  return preferShared(rooms.filter(({ isDirect }) => !isDirect)).slice(0, SHOWN_MAX);
}

async function listUsableKeys(userId: string) {
  const keys = await listKeys(await openOwners(userId));
  return keys.filter((key) => matchesFilter(key, USABLE)).slice(0, SHOWN_MAX);
}
