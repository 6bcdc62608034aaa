import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="mb-2 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-control text-dense text-ink-2 hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{children}</span>
    </Link>
  );
}
