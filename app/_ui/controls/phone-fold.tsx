import { ChevronDown, type LucideIcon } from "lucide-react";
import { mergeClasses } from "./merge-classes";

export const FOLDED_CLASS = "contents max-sm:[details:not([open])~&]:hidden";

export function PhoneFold({ icon: Icon, label, className }: { icon: LucideIcon; label: string; className?: string }) {
  return (
    <details className="group/fold shrink-0 sm:hidden">
      <summary
        className={mergeClasses(
          "flex h-9 cursor-pointer list-none items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-dense font-medium hover:bg-muted in-data-dense:pointer-fine:h-8 pointer-coarse:h-11 [&::-webkit-details-marker]:hidden",
          className,
        )}
      >
        <Icon aria-hidden className="size-4 text-ink-3" />
        {label}
        <ChevronDown aria-hidden className="size-4 text-ink-3 transition-transform group-open/fold:rotate-180" />
      </summary>
    </details>
  );
}
