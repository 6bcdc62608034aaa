import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { LinkPending } from "./link-pending";
import { mergeClasses } from "./merge-classes";

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
      className={mergeClasses(
        "relative flex h-8 min-w-0 items-center gap-2.5 rounded-control px-2.5 text-dense text-ink-2 transition-colors hover:bg-muted hover:text-ink",
        isCurrent && "bg-muted font-medium text-ink",
        badge !== null && "font-semibold text-ink",
      )}
    >
      {Icon ? (
        <Icon aria-hidden className={mergeClasses("size-4 shrink-0 text-ink-3", isCurrent && "text-accent")} />
      ) : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {badge}
      <LinkPending className="absolute inset-y-0 end-1 my-auto size-1.5 rounded-full" />
    </Link>
  );
}
