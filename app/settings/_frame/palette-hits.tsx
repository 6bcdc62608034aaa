"use client";

import {
  AppWindow,
  Bot,
  Building2,
  File,
  FileText,
  KeyRound,
  ListTodo,
  ListTree,
  type LucideIcon,
  MessageSquare,
  MessageSquareText,
  MessagesSquare,
  Plug,
  Radio,
  Send,
  SquareKanban,
  UserRound,
  Webhook,
  Zap,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { HitKind } from "@/lib/search/hit";
import { PaletteGroup, PaletteItem } from "./palette-item";
import type { Search } from "./use-search";

const ICONS: Readonly<Record<HitKind, LucideIcon>> = {
  request: ListTree,
  event: Zap,
  delivery: Send,
  webhook: Webhook,
  key: KeyRound,
  app: AppWindow,
  room: MessagesSquare,
  person: UserRound,
  organization: Building2,
  connector: Plug,
  run: Bot,
  message: MessageSquare,
  task: ListTodo,
  record: FileText,
  comment: MessageSquareText,
  file: File,
  board: SquareKanban,
  stream: Send,
  eventType: Radio,
};

/** The things that were found by name or id, each with its kind and where it belongs. */
export function PaletteHits({ search, go }: { search: Search; go: (path: string) => void }) {
  const t = useTranslations("ui.palette");
  if (search.hits.length === 0) return null;
  return (
    <PaletteGroup heading={t("found")}>
      {search.hits.map(({ kind, id, name, detail, href }) => (
        <PaletteItem
          key={href}
          icon={ICONS[kind]}
          value={`${name} ${id} ${href}`}
          // The server found it, by its name or by something that is not shown here.
          words={[search.text]}
          hint={t(`kinds.${kind}`)}
          onSelect={() => go(href)}
        >
          {name}
          {detail === null ? null : <span className="ms-2 text-xs text-ink-3">{detail}</span>}
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
