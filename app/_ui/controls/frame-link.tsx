import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { joinClasses } from "./join-classes";
import { LinkPending } from "./link-pending";

interface FrameLinkProps {
  href: string;
  icon?: LucideIcon;
  /** "within": the page is one of those that the entry leads to. */
  isCurrent?: boolean | "within";
  badge?: ReactNode;
  children: string;
}

/** An entry of the navigation. Pages of the frame are drawn for each visit, so there is nothing to fetch ahead. */
export function FrameLink({ href, icon: Icon, isCurrent = false, badge = null, children }: FrameLinkProps) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent === "within" ? "true" : isCurrent ? "page" : undefined}
      className={joinClasses(
        "relative flex h-8 min-w-0 items-center gap-2.5 rounded-control px-2.5 text-dense transition-colors hover:bg-muted hover:text-ink",
        isCurrent && "bg-muted",
        badge !== null ? "font-semibold text-ink" : isCurrent ? "font-medium text-ink" : "text-ink-2",
      )}
    >
      {Icon ? (
        <Icon aria-hidden className={joinClasses("size-4 shrink-0", isCurrent ? "text-accent" : "text-ink-3")} />
      ) : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {badge}
      <LinkPending className="absolute inset-y-0 end-1 my-auto size-1.5 rounded-full" />
    </Link>
  );
}
