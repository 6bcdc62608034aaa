"use client";

import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";

/** A disclosure of the browser's own: it opens without JavaScript. With it, it closes once a section is chosen. */
export function MobileMenu({ children }: { children: ReactNode }) {
  const t = useTranslations("ui");
  const pathname = usePathname();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (pathname) details.current?.removeAttribute("open");
  }, [pathname]);
  return (
    <details ref={details} className="group">
      <summary
        className="grid size-9 pointer-coarse:size-11 place-items-center rounded-control border border-line bg-surface"
        aria-label={t("menu")}
      >
        <Menu aria-hidden className="size-4 group-open:hidden" />
        <X aria-hidden className="hidden size-4 group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-full z-30 max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-b border-line bg-surface p-4 shadow-float">
        {children}
      </div>
    </details>
  );
}
