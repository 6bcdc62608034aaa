"use client";

import { Bell as BellIcon } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useUnreadCount } from "./unread-count";

const PATH = "/settings/notifications";
const SHOWN_MAX = 99;

export function Bell() {
  const t = useTranslations("ui");
  const { count } = useUnreadCount();
  const isCurrent = usePathname().startsWith(PATH);
  const label = t("bell", { count });
  return (
    <Link
      href={PATH}
      prefetch={false}
      aria-label={label}
      title={label}
      aria-current={isCurrent ? "page" : undefined}
      className="relative grid size-8 pointer-coarse:size-11 shrink-0 place-items-center rounded-control text-ink-2 transition-colors hover:bg-muted hover:text-ink aria-[current]:bg-muted aria-[current]:text-ink"
    >
      <BellIcon aria-hidden className="size-4" />
      {count > 0 ? (
        <span
          aria-hidden
          className="absolute -top-1 -inset-e-1 grid h-4 min-w-4 place-items-center rounded-full bg-accent-solid px-1 text-[0.625rem] leading-none font-semibold text-white"
        >
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      ) : null}
    </Link>
  );
}
