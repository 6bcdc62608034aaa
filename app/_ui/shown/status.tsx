import { cva } from "class-variance-authority";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "neutral" | "accent";

const status = cva(
  "inline-flex h-6 items-center align-middle gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap",
  {
    variants: {
      tone: {
        good: "bg-good-soft text-good",
        warn: "bg-warn-soft text-warn",
        bad: "bg-bad-soft text-bad",
        neutral: "bg-muted text-ink-2",
        accent: "bg-accent-soft text-accent",
      },
    },
  },
);

/** Status as icon, word and colour, never by one of them alone. */
export function Status({ tone, icon: Icon, children }: { tone: Tone; icon: LucideIcon; children: ReactNode }) {
  return (
    <span className={status({ tone })}>
      <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {children}
    </span>
  );
}
