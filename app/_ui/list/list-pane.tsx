import { ArrowLeft, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { joinClasses } from "../controls/join-classes";
import { LiveText } from "../shown/live-text";
import { RowKeys } from "./row-keys";

interface ListHeaderProps {
  title: string;
  children?: ReactNode;
}

export function ListHeader({ title, children }: ListHeaderProps) {
  return (
    <header className="mb-2 flex min-h-8 flex-wrap items-start gap-x-4 gap-y-2">
      <h1 className="text-lg leading-8 font-semibold tracking-tight">{title}</h1>
      <div className="flex min-h-8 flex-wrap items-center gap-2 empty:hidden sm:ms-auto [&>[role=status]]:mb-0">
        {children}
      </div>
    </header>
  );
}

interface ListPaneProps {
  tools?: ReactNode;
  list: ReactNode;
  about?: ReactNode;
  /** The opened row; null while none is. */
  pane: {
    id: string;
    title: ReactNode;
    closePath: string;
    closeLabel: string;
    label: string;
    children: ReactNode;
  } | null;
}

/**
 * A dense list, and the opened row beside it. The row is in the URL, so it can be shared and works without JavaScript.
 * On a narrow screen it is a page of its own.
 */
export function ListPane({ tools, list, about, pane }: ListPaneProps) {
  const t = useTranslations("ui.pane");
  return (
    <div data-wide>
      <RowKeys openedId={pane?.id ?? null} />
      <p role="status" className="sr-only">
        <LiveText of={pane?.id}>{pane ? t("opened") : ""}</LiveText>
      </p>
      {tools ? (
        <div data-dense className={pane ? "hidden lg:block" : undefined}>
          {tools}
        </div>
      ) : null}
      <div
        className={
          pane
            ? "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_27rem] 2xl:grid-cols-[minmax(0,1fr)_34rem]"
            : undefined
        }
      >
        <div data-dense data-results className={joinClasses("min-w-0", pane && "hidden lg:block")}>
          {list}
          {about ? <p className="mt-3 text-dense text-pretty text-ink-2">{about}</p> : null}
        </div>
        {pane ? (
          <section
            aria-label={pane.label}
            tabIndex={-1}
            data-pane
            className="card min-w-0 scroll-mt-18 outline-none focus-visible:border-accent lg:sticky lg:top-3 lg:max-h-[calc(100dvh-1.5rem)] lg:overflow-y-auto"
          >
            <div className="z-10 flex items-center justify-between gap-3 rounded-t-card max-lg:justify-start border-b border-line bg-surface px-4 py-2.5 lg:sticky lg:top-0">
              <h2 className="min-w-0 truncate font-semibold">{pane.title}</h2>
              <Link
                href={pane.closePath}
                scroll={false}
                aria-label={pane.closeLabel}
                title={pane.closeLabel}
                data-close-pane
                className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-muted hover:text-ink max-lg:order-first"
              >
                <ArrowLeft aria-hidden className="size-4 lg:hidden" />
                <X aria-hidden className="hidden size-4 lg:block" />
              </Link>
            </div>
            <div className="px-4 py-3">{pane.children}</div>
          </section>
        ) : null}
      </div>
    </div>
  );
}

interface PageLinksProps {
  label: string;
  /** null on the first page. */
  newest: string | null;
  /** null on the last page. */
  older: string | null;
  olderText?: string;
}

export function PageLinks({ label, newest, older, olderText }: PageLinksProps) {
  const t = useTranslations("ui.pages");
  if (newest === null && older === null) return null;
  const style = "underline underline-offset-4";
  return (
    <nav aria-label={label} className="mt-4 flex gap-4 text-dense">
      {newest === null ? null : (
        <Link href={newest} className={style}>
          {t("newest")}
        </Link>
      )}
      {older === null ? null : (
        <Link href={older} className={style}>
          {olderText ?? t("older")}
        </Link>
      )}
    </nav>
  );
}
