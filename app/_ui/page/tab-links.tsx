"use client";

import Link from "next/link";
import { joinClasses } from "../controls/join-classes";
import { useCurrentInView } from "../list/use-current-in-view";
import { useChosenHref } from "../pending/navigation";

interface Tab {
  key: string;
  href: string;
  text: string;
}

export function TabLinks({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  const chosenHref = useChosenHref(tabs.map(({ href }) => href));
  const shown = tabs.find(({ href }) => href === chosenHref)?.key ?? current;
  const scroller = useCurrentInView<HTMLElement>(shown);
  return (
    <nav ref={scroller} aria-label={label} className="mb-6 overflow-x-auto border-b border-line">
      <ul className="flex gap-1">
        {tabs.map(({ key, href, text }) => (
          <li key={key}>
            <Link
              href={href}
              prefetch={false}
              aria-current={key === shown ? "page" : undefined}
              className={joinClasses(
                "flex h-9 items-center pointer-coarse:h-11 pointer-fine:h-8 border-b-2 px-2.5 text-dense whitespace-nowrap -outline-offset-2 hover:text-ink",
                key === shown ? "border-accent font-medium text-ink" : "border-transparent text-ink-2",
              )}
            >
              <span
                data-text={text}
                className="after:invisible after:block after:h-0 after:overflow-hidden after:font-medium after:content-[attr(data-text)]"
              >
                {text}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
