"use client";

import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const HEADING =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3";

export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group heading={heading} className={HEADING}>
      {children}
    </Command.Group>
  );
}

interface PaletteItemProps {
  icon: LucideIcon;
  onSelect: () => void;
  /** Begins with the shown name, and differs from that of every other item. */
  value: string;
  /** They find it too, such as English words in every language. */
  words: readonly string[];
  hint?: string | undefined;
  children: ReactNode;
}

export function PaletteItem({ icon: Icon, onSelect, value, words, hint, children }: PaletteItemProps) {
  return (
    <Command.Item
      onSelect={onSelect}
      keywords={[...words]}
      value={value}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-ink-2 data-[selected=true]:bg-muted data-[selected=true]:text-ink"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint ? (
        <kbd className="shrink-0 rounded border border-line px-1.5 font-sans text-xs text-ink-3">{hint}</kbd>
      ) : null}
    </Command.Item>
  );
}

/** Names that begin with the text come before names that contain it; other words come last. */
export function rankItem(name: string, search: string, words: string[] = []): number {
  const wanted = search.trim().toLowerCase();
  const label = name.toLowerCase();
  if (label.startsWith(wanted)) return 1;
  if (label.includes(wanted)) return 0.8;
  return words.some((word) => word.toLowerCase().startsWith(wanted)) ? 0.5 : 0;
}
