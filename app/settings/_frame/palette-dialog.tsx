"use client";

import { Command } from "cmdk";
import {
  BadgeCheck,
  Bell,
  BellRing,
  BookOpen,
  Building2,
  CircleHelp,
  Home,
  KeyRound,
  LogOut,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Monitor,
  Moon,
  Plug,
  Plus,
  Search,
  Send,
  Sun,
  Unplug,
  UserRound,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { NEW_MESSAGE_PATH, NEW_ROOM_PATH, ROOMS_PATH } from "@/app/_links";
import { Dialog } from "@/app/_ui/controls/dialog";
import { chooseTheme } from "@/app/preferences/actions";
import { signOut } from "@/app/settings/account/actions";
import { THEMES } from "@/lib/platform/theme";
import { type Search as FoundThings, PaletteHits, useSearch } from "./palette-hits";
import { type NamedLine, PaletteGroup, type PaletteLine, pickGroups } from "./palette-item";
import { listSectionGroups } from "./sections";
import { CREATE_KEY_PATH, ROOMS_LETTER, writeSequence } from "./shortcuts";

interface PaletteDialogProps {
  isAdmin: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  showShortcuts: () => void;
  go: (path: string) => void;
}

export function PaletteDialog({ isAdmin, open, onOpenChange, showShortcuts, go }: PaletteDialogProps) {
  const t = useTranslations("ui.palette");
  const [typed, setTyped] = useState("");
  const search = useSearch(open ? typed : "");
  const field = useRef<HTMLInputElement>(null);
  const leave = (path: string) => {
    setTyped("");
    go(path);
  };
  const groups = [
    { heading: t("actions"), lines: [...useActions(leave, showShortcuts), ...useDeeds(() => onOpenChange(false))] },
    { heading: useTranslations("sections")("label"), lines: useSections(isAdmin, leave) },
  ];
  const text = typed.trim();
  const picked = pickGroups(groups, typed);
  const isFruitless = search.state === "found" && search.hits.length === 0 && picked.length === 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      hideHeader
      initialFocus={field}
      className="overflow-hidden"
    >
      {/* Its own filter would move groups when hits arrive. */}
      <Command label={t("title")} loop shouldFilter={false}>
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search aria-hidden className="size-4 text-ink-3" />
          <Command.Input
            ref={field}
            value={typed}
            onValueChange={setTyped}
            maxLength={200}
            placeholder={t("placeholder")}
            className="h-12 min-w-0 flex-1 bg-transparent outline-none"
          />
        </div>
        <Command.List label={t("results")} className="max-h-[min(28rem,60vh)] overflow-y-auto p-2">
          <Command.Empty className="px-3 py-8 text-center text-ink-3">{t(nameEmptiness(search))}</Command.Empty>
          {picked.map((group) => (
            <PaletteGroup key={group.heading} {...group} />
          ))}
          {/* Last: they come later, and nothing that a person is about to choose may move. */}
          <PaletteHits hits={search.hits} go={leave} />
          {isFruitless ? (
            <PaletteGroup heading={t("empty")} lines={[searchDocs(text, t("searchDocs", { text }), leave)]} />
          ) : null}
        </Command.List>
      </Command>
      <p role="status" className="sr-only">
        {search.state === "found" ? t("count", { count: search.hits.length }) : null}
      </p>
    </Dialog>
  );
}

function searchDocs(text: string, content: string, go: (path: string) => void): PaletteLine {
  const path = `/docs/search?${new URLSearchParams({ q: text }).toString()}`;
  return { icon: BookOpen, value: path, content, onSelect: () => go(path) };
}

function nameEmptiness({ state }: FoundThings) {
  if (state === "searching") return "searching";
  if (state === "failed") return "failed";
  return state === "secret" ? "secret" : "empty";
}

const ACTIONS: readonly { name: ActionName; icon: LucideIcon; path: string | null; words: string; hint?: string }[] = [
  { name: "createKey", icon: KeyRound, path: CREATE_KEY_PATH, words: "create issue new api key", hint: "C" },
  {
    name: "createWebhook",
    icon: Webhook,
    path: "/settings/developer/webhooks/new",
    words: "create register new webhook endpoint",
  },
  {
    name: "verifySignature",
    icon: BadgeCheck,
    path: "/settings/developer/webhooks/verify",
    words: "verify check signature delivery",
  },
  {
    name: "createConnector",
    icon: Plug,
    path: "/settings/developer/connectors/new",
    words: "create new connector agent gateway",
  },
  {
    name: "connectAgent",
    icon: Unplug,
    path: "/settings/developer/connect-agent",
    words: "connect agent mcp client claude cursor",
  },
  {
    name: "streamAudit",
    icon: Send,
    path: "/settings/developer/audit-log/streams/new",
    words: "create new audit log stream siem",
  },
  {
    name: "createOrganization",
    icon: Building2,
    path: "/settings/organizations?step=new",
    words: "create new organization team",
  },
  { name: "createRoom", icon: Plus, path: NEW_ROOM_PATH, words: "create new room" },
  { name: "newMessage", icon: MessageCircle, path: NEW_MESSAGE_PATH, words: "new direct message dm" },
  { name: "notifications", icon: Bell, path: "/settings/notifications", words: "notifications inbox unread" },
  {
    name: "notificationPreferences",
    icon: BellRing,
    path: "/settings/notifications/preferences",
    words: "notifications preferences mail email mute unsubscribe",
  },
  { name: "docs", icon: BookOpen, path: "/docs", words: "docs documentation guides help quickstart errors" },
  {
    name: "account",
    icon: UserRound,
    path: "/settings/account",
    words: "account profile password sign out language theme",
  },
  { name: "shortcuts", icon: CircleHelp, path: null, words: "keyboard shortcuts help", hint: "?" },
  { name: "home", icon: Home, path: "/", words: "home start" },
];

type ActionName =
  | "account"
  | "connectAgent"
  | "createConnector"
  | "createKey"
  | "createOrganization"
  | "createRoom"
  | "createWebhook"
  | "docs"
  | "home"
  | "newMessage"
  | "notificationPreferences"
  | "notifications"
  | "shortcuts"
  | "streamAudit"
  | "verifySignature";

function useActions(go: (path: string) => void, showShortcuts: () => void): NamedLine[] {
  const t = useTranslations("ui.palette");
  return ACTIONS.map(({ name, path, words, ...line }) => ({
    ...line,
    name: t(name),
    words: words.split(" "),
    onSelect: () => (path === null ? showShortcuts() : go(path)),
  }));
}

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

function useDeeds(close: () => void): NamedLine[] {
  const t = useTranslations("ui");
  return [
    ...THEMES.map((theme) => ({
      icon: THEME_ICONS[theme],
      name: `${t("theme.legend")}: ${t(`theme.${theme}`)}`,
      words: ["theme", "mode", "appearance", theme],
      isSeldom: true,
      onSelect: () => {
        const chosen = new FormData();
        chosen.set("theme", theme);
        close();
        void chooseTheme(chosen);
      },
    })),
    {
      icon: LogOut,
      name: t("signOut"),
      words: ["sign", "log", "out", "logout"],
      isSeldom: true,
      onSelect: () => void signOut(new FormData()),
    },
  ];
}

function useSections(isAdmin: boolean, go: (path: string) => void): NamedLine[] {
  const names = useTranslations("sections.names");
  const toRooms = useTranslations("ui")("toRooms");
  const sections = listSectionGroups(isAdmin).flatMap((group) => group.sections);
  return [
    ...sections.map(({ key, href, icon, letter }) => ({
      icon,
      name: names(key),
      words: href.replace(/^.*\//, "").split("-"),
      hint: writeSequence(letter),
      onSelect: () => go(href),
    })),
    {
      icon: MessagesSquare,
      name: toRooms,
      words: ["rooms", "workspace", "messages"],
      hint: writeSequence(ROOMS_LETTER),
      onSelect: () => go(ROOMS_PATH),
    },
  ];
}
