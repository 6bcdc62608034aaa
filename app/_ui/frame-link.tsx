import type { LucideIcon } from "lucide-react";
import Link from "next/link";

/** Links between the rooms and the developer settings. */
export function FrameLink({ href, icon: Icon, children }: { href: string; icon: LucideIcon; children: string }) {
  return (
    <Link
      href={href}
      className="flex h-8 items-center gap-2.5 rounded-control px-2.5 text-dense text-ink-2 transition-colors hover:bg-muted hover:text-ink"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      {children}
    </Link>
  );
}
