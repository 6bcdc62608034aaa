"use client";

import {
  AppWindow,
  Bot,
  Braces,
  Building2,
  CircleAlert,
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
import { useShownTitle } from "@/app/_ui/page/use-shown-title";
import type { Hit, HitKind } from "@/lib/search/hit";
import { PaletteGroup } from "./palette-item";

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
  operation: Braces,
  errorCode: CircleAlert,
};

export function PaletteHits({ hits, go }: { hits: readonly Hit[]; go: (path: string) => void }) {
  const t = useTranslations("ui.palette");
  const shown = useShownTitle();
  if (hits.length === 0) return null;
  const lines = hits.map(({ kind, name, detail, href }) => ({
    icon: ICONS[kind],
    value: href,
    hint: t(`kinds.${kind}`),
    onSelect: () => go(href),
    content: (
      <>
        {kind === "task" || kind === "record" ? shown(name) : name}
        {detail === null ? null : <span className="ms-2 text-xs text-ink-3">{detail}</span>}
      </>
    ),
  }));
  return <PaletteGroup heading={t("found")} lines={lines} />;
}
