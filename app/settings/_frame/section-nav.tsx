"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { isCurrentSection, listSectionGroups } from "./sections";

export function SectionNav({ isAdmin }: { isAdmin: boolean }) {
  const t = useTranslations("sections");
  const pathname = usePathname();
  return (
    <nav aria-label={t("label")} className="grid gap-5">
      {listSectionGroups(isAdmin).map((group) => (
        <div key={group.key}>
          <h2 className="px-2.5 pb-1 text-xs font-medium text-ink-3">{t(`groups.${group.key}`)}</h2>
          <ul className="grid gap-px">
            {group.sections.map((section) => {
              const isCurrent = isCurrentSection(section, pathname);
              return (
                <li key={section.key}>
                  <Link
                    href={section.href}
                    aria-current={isCurrent ? "page" : undefined}
                    className={mergeClasses(
                      "flex h-8 items-center gap-2.5 rounded-control px-2.5 text-dense text-ink-2 transition-colors hover:bg-muted hover:text-ink",
                      isCurrent && "bg-muted font-medium text-ink",
                    )}
                  >
                    <section.icon
                      aria-hidden
                      className={mergeClasses("size-4 text-ink-3", isCurrent && "text-accent")}
                    />
                    {t(`names.${section.key}`)}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
