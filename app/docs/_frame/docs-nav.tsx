"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import type { NavTab } from "./nav-tabs";

interface DocsNavProps {
  label: string;
  tabs: readonly NavTab[];
}

function findTab(tabs: readonly NavTab[], pathname: string): NavTab | undefined {
  return tabs.find(({ groups }) => groups.some(({ links }) => links.some(({ href }) => href === pathname)));
}

/** Client components for the path alone: Next gives it to no other. */
export function DocsTabs({ label, tabs }: DocsNavProps) {
  const current = findTab(tabs, usePathname());
  return (
    <nav aria-label={label}>
      <ul className="flex gap-1">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              prefetch={false}
              aria-current={tab === current ? "true" : undefined}
              className="flex h-10 items-center border-b-2 border-transparent px-2.5 text-dense font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:text-ink lg:h-14"
            >
              {tab.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The pages of the current tab. Search and missing pages are in none, and show the first. */
export function DocsNav({ label, tabs }: DocsNavProps) {
  const pathname = usePathname();
  const tab = findTab(tabs, pathname) ?? tabs[0];
  return (
    <nav aria-label={label} className="grid grid-cols-1 gap-5">
      {tab?.groups.map(({ title, links }) => (
        <div key={title}>
          <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-3">{title}</h2>
          <ul className="grid grid-cols-1 gap-px">
            {links.map(({ href, text, isCode }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  aria-current={href === pathname ? "page" : undefined}
                  className={joinClasses(
                    "flex min-h-8 items-center rounded-control px-2.5 py-1 transition-colors",
                    isCode ? "font-mono text-xs break-all" : "text-dense",
                    href === pathname
                      ? "bg-accent-soft font-medium text-accent"
                      : "text-ink-2 hover:bg-muted hover:text-ink",
                  )}
                >
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
