"use client";

import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import type { NavFold, NavGroup } from "./nav-groups";

/** A client component for the path alone: Next gives it to no other. */
export function DocsNav({ label, groups }: { label: string; groups: readonly NavGroup[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="grid grid-cols-1 gap-5">
      {groups.map(({ title, links, folds }) => (
        <div key={title}>
          <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-3">{title}</h2>
          <Links links={links} pathname={pathname} />
          {folds.map((fold) => (
            <Fold key={fold.title} fold={fold} pathname={pathname} />
          ))}
        </div>
      ))}
    </nav>
  );
}

function Fold({ fold: { title, lang, links }, pathname }: { fold: NavFold; pathname: string }) {
  return (
    <details lang={lang} className="group/fold" open={links.some(({ href }) => href === pathname)}>
      <summary className="flex min-h-8 items-center gap-1.5 rounded-control px-2.5 text-dense text-ink-2 hover:bg-muted hover:text-ink">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 transition-transform group-open/fold:rotate-90" />
        <span className="min-w-0">{title}</span>
      </summary>
      <div className="mb-1 ms-4 border-s border-line ps-1">
        <Links links={links} pathname={pathname} />
      </div>
    </details>
  );
}

function Links({ links, pathname }: { links: NavFold["links"]; pathname: string }) {
  return (
    <ul className="grid grid-cols-1 gap-px">
      {links.map(({ href, text, isCode }) => (
        <li key={href}>
          <Link
            href={href}
            prefetch={false}
            aria-current={href === pathname ? "page" : undefined}
            className={mergeClasses(
              "flex min-h-8 items-center rounded-control px-2.5 py-1 text-dense text-ink-2 transition-colors hover:bg-muted hover:text-ink",
              isCode && "font-mono text-xs break-all",
              href === pathname && "bg-accent-soft font-medium text-accent hover:bg-accent-soft hover:text-accent",
            )}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
