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
import { useEffect, useState } from "react";
import { useShownTitle } from "@/app/_ui/page/use-shown-title";
import { type Hit, type HitKind, isSecretLike } from "@/lib/search/hit";
import { PaletteGroup } from "./palette-item";
import { rankText } from "./rank-text";

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

const WAIT_MS = 120;
/** A letter alone finds nearly everything. */
const TEXT_MIN_LENGTH = 2;

export interface Search {
  state: "idle" | "searching" | "found" | "failed" | "secret";
  hits: readonly Hit[];
}

/** null: it failed. */
interface Answer {
  text: string;
  hits: readonly Hit[] | null;
}

/** Searches once typing pauses. A key or token that someone pastes by mistake never leaves the page. */
export function useSearch(typed: string): Search {
  const [answer, setAnswer] = useState<Answer>({ text: "", hits: [] });
  const text = typed.trim();
  const isWanted = [...text].length >= TEXT_MIN_LENGTH && !isSecretLike(text);
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void readHits(text, stop.signal).then((hits) => {
        if (stop.signal.aborted) return;
        setAnswer((last) => ({ text, hits: hits && preservePlaces(pickMatching(last, text), hits) }));
      });
    }, WAIT_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [text, isWanted]);
  if (!isWanted) return { state: isSecretLike(text) ? "secret" : "idle", hits: [] };
  if (answer.text !== text) return { state: "searching", hits: pickMatching(answer, text) };
  return { state: answer.hits === null ? "failed" : "found", hits: answer.hits ?? [] };
}

function pickMatching({ text: searched, hits }: Answer, text: string): Hit[] {
  return (hits ?? []).filter(({ name, id, href }) => rankText(`${name} ${id} ${href}`, text, [searched]) > 0);
}

/** Shown hits stay in place: someone may be about to choose one. */
function preservePlaces(shown: readonly Hit[], found: readonly Hit[]): Hit[] {
  const byHref = new Map(found.map((hit) => [hit.href, hit]));
  return [...new Set([...shown.flatMap(({ href }) => byHref.get(href) ?? []), ...found])];
}

/** null: the search failed, or too many were made. */
async function readHits(text: string, signal: AbortSignal): Promise<readonly Hit[] | null> {
  try {
    const answer = await fetch(`/api/search?${new URLSearchParams({ q: text }).toString()}`, {
      signal,
      cache: "no-store",
    });
    if (!answer.ok) return null;
    const { hits } = (await answer.json()) as { hits: readonly Hit[] };
    return hits;
  } catch {
    return null;
  }
}
