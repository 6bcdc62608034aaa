"use client";

import { Command } from "cmdk";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { rankLine } from "./rank-text";

const HEADING =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3";

export interface PaletteLine {
  icon: LucideIcon;
  value: string;
  content: ReactNode;
  hint?: string | undefined;
  onSelect: () => void;
}

export interface NamedLine extends Omit<PaletteLine, "value" | "content"> {
  name: string;
  words: readonly string[];
  isSeldom?: boolean;
}

export function PaletteGroup({ heading, lines }: { heading: string; lines: readonly PaletteLine[] }) {
  return (
    <Command.Group heading={heading} className={HEADING}>
      {lines.map((line) => (
        <Item key={line.value} {...line} />
      ))}
    </Command.Group>
  );
}

function Item({ icon: Icon, value, content, hint, onSelect }: PaletteLine) {
  return (
    <Command.Item
      onSelect={onSelect}
      value={value}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-ink-2 data-[selected=true]:bg-muted data-[selected=true]:text-ink"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{content}</span>
      {hint ? (
        <kbd className="shrink-0 rounded border border-line px-1.5 font-sans text-xs text-ink-3 max-sm:sr-only">
          {hint}
        </kbd>
      ) : null}
    </Command.Item>
  );
}

interface Group {
  heading: string;
  lines: readonly NamedLine[];
}

export function pickGroups(groups: readonly Group[], typed: string): { heading: string; lines: PaletteLine[] }[] {
  const picked = groups.map(({ heading, lines }) => {
    const listed = typed.trim() === "" ? lines.filter(({ isSeldom }) => !isSeldom) : lines;
    const ranked = listed.map((line) => ({ line, rank: rankLine(line.name, typed, line.words, line.isSeldom) }));
    const shown = ranked.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank);
    const best = shown[0]?.rank ?? 0;
    return {
      heading,
      best,
      lines: shown.map(({ line: { name, isSeldom: _, ...line } }) => ({ ...line, value: name, content: name })),
    };
  });
  return picked.filter(({ best }) => best > 0).sort((a, b) => b.best - a.best);
}
