import type { Locale } from "@/lib/i18n/locale";
import en from "@/lib/i18n/messages/en/emoji.json";
import ja from "@/lib/i18n/messages/ja/emoji.json";
import { mayBeEmoji } from "@/lib/messages/reaction";

export interface Emoji {
  emoji: string;
  name: string;
}

export interface EmojiGroup {
  key: string;
  /** "" for those that a search found. */
  label: string;
  emoji: readonly Emoji[];
}

const LISTS: Readonly<Record<Locale, typeof en.emoji>> = { en: en.emoji, ja: ja.emoji };

export function readPickerTexts(locale: Locale): { search: string; none: string } {
  return LISTS[locale];
}

/** All emoji by group, or those whose name in this language or in English holds what is typed. Any other emoji is offered as typed. */
export function listEmoji(locale: Locale, typed: string): EmojiGroup[] {
  const [sought, { groups, names }] = [typed.trim().toLowerCase(), LISTS[locale]];
  const all = Object.entries(groups).map(([key, label]) => ({ key, label, emoji: listGroup(names, key) }));
  if (sought === "") return all;
  if (mayBeEmoji(typed.trim()))
    return [{ key: "typed", label: "", emoji: [{ emoji: typed.trim(), name: typed.trim() }] }];
  const english = new Map(Object.keys(groups).flatMap((key) => Object.entries<string>(en.emoji.names[key as Group])));
  const found = all
    .flatMap(({ emoji }) => emoji)
    .filter(({ emoji, name }) => `${name} ${english.get(emoji)}`.toLowerCase().includes(sought));
  return found.length === 0 ? [] : [{ key: "found", label: "", emoji: found }];
}

type Group = keyof typeof en.emoji.names;

function listGroup(names: typeof en.emoji.names, key: string): Emoji[] {
  return Object.entries<string>(names[key as Group]).map(([emoji, name]) => ({ emoji, name }));
}
