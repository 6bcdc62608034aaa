"use client";

import { useTranslations } from "next-intl";
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
            {group.sections
              .filter(({ tabOf }) => tabOf === undefined)
              .map((section) => (
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
