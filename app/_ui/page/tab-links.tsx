"use client";

import Link from "next/link";
import { type RefObject, useEffect, useRef } from "react";
import { mergeClasses } from "../controls/merge-classes";
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
              className={mergeClasses(
                "flex h-9 items-center pointer-coarse:h-11 pointer-fine:h-8 border-b-2 border-transparent px-2.5 text-dense whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink",
                key === shown && "border-accent font-medium text-ink",
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

export function useCurrentInView<Scroller extends HTMLElement>(current: string): RefObject<Scroller | null> {
  const scroller = useRef<Scroller>(null);
  useEffect(() => {
    const frame = scroller.current?.getBoundingClientRect();
    const link = current ? scroller.current?.querySelector("[aria-current]")?.getBoundingClientRect() : undefined;
    if (!scroller.current || !frame || !link) return;
    // scrollIntoView would scroll the page, too, which someone who comes back has scrolled.
    scroller.current.scrollLeft += Math.min(link.left - frame.left, 0) + Math.max(link.right - frame.right, 0);
  }, [current]);
  return scroller;
}
