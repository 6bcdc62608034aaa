import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "good" | "warn" | "bad" | "neutral" | "accent";

const LOOKS: Readonly<Record<Tone, string>> = {
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  neutral: "bg-muted text-ink-2",
  accent: "bg-accent-soft text-accent",
};

/** Status as icon, word and colour, never by one of them alone. */
export function Status({ tone, icon: Icon, children }: { tone: Tone; icon: LucideIcon; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-6 items-center gap-1 rounded-full px-2 align-middle text-xs font-medium whitespace-nowrap ${LOOKS[tone]}`}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {children}
    </span>
  );
}
