import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageParts } from "@/app/_light/page-parts";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { readReference } from "@/lib/docs/surface/operations";
import { pathOfOperation, pathOfReference, type ReferenceFrame } from "./paths";

interface ReferenceColumnsProps {
  frame: ReferenceFrame;
  /** The operation that is shown; null: the first page. */
  currentId: string | null;
  text: ReactNode;
  code: ReactNode;
}

export function ReferenceColumns({ frame, currentId, text, code }: ReferenceColumnsProps) {
  const hasList = frame === "settings";
  return (
    <div className="group/reference @container" data-wide>
      {hasList ? <PageParts /> : null}
      <div
        className={mergeClasses(
          "grid grid-cols-1 gap-8",
          hasList && "@5xl:grid-cols-[10.5rem_minmax(0,1fr)] @5xl:items-start",
        )}
      >
        {hasList ? <OperationList frame={frame} currentId={currentId} /> : null}
        <div
          className={mergeClasses(
            "grid min-w-0 grid-cols-1 gap-8",
            hasList
              ? "@4xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] @7xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]"
              : "@3xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] @5xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]",
          )}
        >
          <div className="grid min-w-0 grid-cols-1 content-start gap-8">{text}</div>
          <div className="min-w-0">
            <div
              className={mergeClasses(
                "grid grid-cols-1 gap-4",
                hasList
                  ? "@4xl:sticky @4xl:top-9 @4xl:max-h-[calc(100dvh-4.5rem)] @4xl:overflow-y-auto"
                  : "@3xl:sticky @3xl:top-20 @3xl:max-h-[calc(100dvh-7rem)] @3xl:overflow-y-auto",
              )}
            >
              {code}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

function OperationList({ frame, currentId }: { frame: ReferenceFrame; currentId: string | null }) {
  const t = useTranslations("reference");
  const list = <OperationLinks frame={frame} currentId={currentId} />;
  return (
    <>
      <nav
        aria-label={t("list")}
        className="sticky top-9 hidden max-h-[calc(100dvh-4.5rem)] overflow-y-auto @5xl:block"
      >
        {list}
      </nav>
      <details className="group/list card px-4 py-3 @5xl:hidden">
        <summary className="flex min-h-6 items-center justify-between text-dense font-medium">
          {t("list")}
          <ChevronDown aria-hidden className="size-4 text-ink-3 group-open/list:rotate-180" />
        </summary>
        <nav aria-label={t("list")} className="mt-3">
          {list}
        </nav>
      </details>
    </>
  );
}

function OperationLinks({ frame, currentId }: { frame: ReferenceFrame; currentId: string | null }) {
  const t = useTranslations("reference");
  return (
    <div className="grid gap-4">
      <ListLink href={pathOfReference(frame)} isCurrent={currentId === null}>
        {t("start")}
      </ListLink>
      {readReference().tags.map((tag) => (
        <div key={tag.name} lang="en">
          <p className="px-2 pb-1 text-xs font-medium text-ink-3">{tag.title}</p>
          <ul className="grid gap-px">
            {tag.operations.map(({ id, title }) => (
              <li key={id}>
                <ListLink href={pathOfOperation(frame, id)} isCurrent={id === currentId}>
                  {title}
                </ListLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function ListLink({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      className={mergeClasses(
        "block rounded-control px-2 py-1 text-dense -outline-offset-2 text-ink-2 hover:bg-muted hover:text-ink",
        isCurrent && "bg-muted font-medium text-ink",
      )}
    >
      {children}
    </Link>
  );
}
