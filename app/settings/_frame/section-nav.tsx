"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { FrameLink } from "@/app/_ui/controls/frame-link";
import { useChosenPathname } from "@/app/_ui/pending/navigation";
import { isCurrentSection, listSectionGroups } from "./sections";

export function SectionNav({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("sections");
  const pathname = useChosenPathname();
  return (
    <nav aria-label={t("label")} className="grid grid-cols-1 gap-5">
      {listSectionGroups(isAdmin).map((group) => (
        <div key={group.key}>
          <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-3">{t(`groups.${group.key}`)}</h2>
          <ul className="grid grid-cols-1 gap-px">
            {group.sections.map((section) => (
              <li key={section.key}>
                <FrameLink href={section.href} icon={section.icon} isCurrent={isCurrentSection(section, pathname)}>
                  {t(`names.${section.key}`)}
                </FrameLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

export function NavScroller({ children }: { children: ReactNode }) {
  const pathname = useChosenPathname();
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry
  useEffect(() => {
    if (frame.current) showCurrent(frame.current);
  }, [pathname]);
  return (
    <div ref={frame} className="flex-1 overflow-y-auto px-2.5 pb-4">
      {children}
    </div>
  );
}

function showCurrent(frame: HTMLElement): void {
  const entry = frame.querySelector('[aria-current="page"]');
  if (!entry) return;
  const [outer, inner] = [frame.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return;
  frame.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
}
