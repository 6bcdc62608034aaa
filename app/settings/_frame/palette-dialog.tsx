"use client";

import { Command } from "cmdk";
import { CircleHelp, Home, KeyRound, ListTree, type LucideIcon, Plug, Search, UserRound, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/app/_ui/dialog";
import { whyPath } from "../developer/requests/paths";
import { listSectionGroups } from "./sections";
import { CREATE_KEY_PATH } from "./shortcuts";

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
  const leave = (path: string) => {
    setTyped("");
    go(path);
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} hideHeader className="overflow-hidden">
      <Command label={t("title")} loop filter={rankItem}>
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search aria-hidden className="size-4 text-ink-3" />
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder={t("placeholder")}
            className="h-12 flex-1 bg-transparent outline-none"
          />
        </div>
        <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-2">
          <Command.Empty className="px-3 py-8 text-center text-ink-3">{t("empty")}</Command.Empty>
          <RequestItem typed={typed} go={leave} />
          <Actions go={leave} showShortcuts={showShortcuts} />
          <SectionItems isAdmin={isAdmin} go={leave} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** Names that begin with the text come before names that contain it; synonyms come last. */
function rankItem(name: string, search: string, words: string[] = []): number {
  const wanted = search.trim().toLowerCase();
  const label = name.toLowerCase();
  if (label.startsWith(wanted)) return 1;
  if (label.includes(wanted)) return 0.8;
  return words.some((word) => word.startsWith(wanted)) ? 0.5 : 0;
}

const HEADING =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3";

const ACTIONS = [
  { name: "createKey", icon: KeyRound, path: CREATE_KEY_PATH, words: "create issue new api key", hint: "C" },
  {
    name: "createWebhook",
    icon: Webhook,
    path: "/settings/developer/webhooks/new",
    words: "create register new webhook endpoint",
  },
  {
    name: "createConnector",
    icon: Plug,
    path: "/settings/developer/connectors/new",
    words: "create new connector agent gateway",
  },
  {
    name: "account",
    icon: UserRound,
    path: "/settings/account",
    words: "account profile password sign out language theme",
  },
  { name: "shortcuts", icon: CircleHelp, path: null, words: "keyboard shortcuts help", hint: "?" },
  { name: "home", icon: Home, path: "/", words: "home start" },
] as const;

/** The id of a request leads to its page. */
function RequestItem({ typed, go }: { typed: string; go: (path: string) => void }) {
  const t = useTranslations("ui.palette");
  const id = typed.trim();
  if (!/^req_[0-9a-z]+$/.test(id)) return null;
  return (
    <Command.Group heading={t("requests")} className={HEADING}>
      <Item icon={ListTree} words={id} onSelect={() => go(whyPath(id))}>
        {t("openRequest", { id })}
      </Item>
    </Command.Group>
  );
}

function Actions({ go, showShortcuts }: { go: (path: string) => void; showShortcuts: () => void }) {
  const t = useTranslations("ui.palette");
  return (
    <Command.Group heading={t("actions")} className={HEADING}>
      {ACTIONS.map(({ name, path, ...item }) => (
        <Item key={name} {...item} onSelect={() => (path === null ? showShortcuts() : go(path))}>
          {t(name)}
        </Item>
      ))}
    </Command.Group>
  );
}

function SectionItems({ isAdmin, go }: { isAdmin: boolean; go: (path: string) => void }) {
  const t = useTranslations("sections");
  const sections = listSectionGroups(isAdmin).flatMap((group) => group.sections);
  return (
    <Command.Group heading={t("label")} className={HEADING}>
      {sections.map((section) => (
        <Item
          key={section.key}
          icon={section.icon}
          onSelect={() => go(section.href)}
          words={section.href.replace(/^.*\//, "").replaceAll("-", " ")}
        >
          {t(`names.${section.key}`)}
        </Item>
      ))}
    </Command.Group>
  );
}

interface ItemProps {
  icon: LucideIcon;
  onSelect: () => void;
  /** English words find it in every language. */
  words: string;
  hint?: string;
  children: string;
}

function Item({ icon: Icon, onSelect, words, hint, children }: ItemProps) {
  return (
    <Command.Item
      onSelect={onSelect}
      keywords={words.split(" ")}
      value={children}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-ink-2 data-[selected=true]:bg-muted data-[selected=true]:text-ink"
    >
      <Icon aria-hidden className="size-4 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {hint ? <kbd className="rounded border border-line px-1.5 font-sans text-xs text-ink-3">{hint}</kbd> : null}
    </Command.Item>
  );
}
