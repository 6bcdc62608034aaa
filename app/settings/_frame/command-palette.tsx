"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { useSingleKeys } from "@/app/_ui/controls/single-keys";
import { isDialogOpen } from "@/app/_ui/controls/single-keys-storage";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { useLoaded } from "@/app/_ui/controls/use-loaded";
import { CREATE_KEY_PATH, focusSearchField, listPlaces, useShortcuts } from "./shortcuts";

/** Both come after the page: most visits open neither, and a palette that is opened must not lose the first keys. */
const LOAD_PALETTE_MS = 500;
const loadPalette = async () => (await import("./palette-dialog")).PaletteDialog;
const loadShortcuts = async () => (await import("./shortcuts-dialog")).ShortcutsDialog;

type DialogName = "palette" | "shortcuts";

export function CommandPalette({ isAdmin }: { isAdmin: boolean }) {
  const router = useRouter();
  const isBrowser = useIsBrowser();
  const isApple = isBrowser && /Mac|iPhone|iPad/.test(navigator.platform);
  const { PaletteDialog, ShortcutsDialog, opened, show, setOpened, wantPalette } = useDialogs();
  const [singleKeysAreOn] = useSingleKeys();
  function go(path: string) {
    setOpened(null);
    router.push(path);
  }
  useShortcuts(
    {
      onPalette: () => {
        if (opened === "palette") setOpened(null);
        // Another dialog may show a secret that the palette would lead away from.
        else if (opened !== null || !isDialogOpen()) void show("palette");
      },
      singleKeys: {
        "?": () => void show("shortcuts"),
        "/": () => void (focusSearchField() || show("palette")),
        c: () => go(CREATE_KEY_PATH),
      },
      places: listPlaces(isAdmin),
      go,
    },
    singleKeysAreOn,
  );
  return (
    <>
      <PaletteButton
        keys={isApple ? "⌘K" : "Ctrl K"}
        onClick={() => void show("palette")}
        onNear={() => void wantPalette()}
      />
      {PaletteDialog ? (
        <PaletteDialog
          isAdmin={isAdmin}
          open={opened === "palette"}
          onOpenChange={(open) => setOpened(open ? "palette" : null)}
          showShortcuts={() => void show("shortcuts")}
          go={go}
        />
      ) : null}
      {ShortcutsDialog ? (
        <ShortcutsDialog
          open={opened === "shortcuts"}
          onOpenChange={(open) => setOpened(open ? "shortcuts" : null)}
          isApple={isApple}
          isAdmin={isAdmin}
        />
      ) : null}
    </>
  );
}

function useDialogs() {
  const [opened, setOpened] = useState<DialogName | null>(null);
  const [PaletteDialog, wantPalette] = useLoaded(loadPalette);
  const [ShortcutsDialog, wantShortcuts] = useLoaded(loadShortcuts);
  const show = useCallback(
    async (name: DialogName) => {
      setOpened(name);
      const isThere = await (name === "palette" ? wantPalette() : wantShortcuts());
      if (!isThere) setOpened((current) => (current === name ? null : current));
    },
    [wantPalette, wantShortcuts],
  );
  useEffect(() => {
    const timer = setTimeout(() => void wantPalette(), LOAD_PALETTE_MS);
    const handle = () => void show("palette");
    window.addEventListener(OPEN_PALETTE, handle);
    return () => {
      clearTimeout(timer);
      window.removeEventListener(OPEN_PALETTE, handle);
    };
  }, [show, wantPalette]);
  return { PaletteDialog, ShortcutsDialog, opened, show, setOpened, wantPalette };
}

interface PaletteButtonProps {
  keys: string;
  onClick: () => void;
  onNear: () => void;
}

function PaletteButton({ keys, onClick, onNear }: PaletteButtonProps) {
  const t = useTranslations("ui.palette");
  return (
    <button
      type="button"
      onClick={onClick}
      onPointerEnter={onNear}
      aria-keyshortcuts="Meta+K Control+K"
      className="flex h-8 w-full items-center gap-2 rounded-control border border-line bg-canvas px-2.5 text-dense text-ink-3 transition-colors hover:border-line-strong hover:text-ink"
    >
      <Search aria-hidden className="size-3.5" />
      <span className="flex-1 text-start">{t("open")}</span>
      <kbd className="font-sans text-xs">{keys}</kbd>
    </button>
  );
}

const OPEN_PALETTE = "svc:open-palette";

export function PaletteOpener() {
  const t = useTranslations("ui.palette");
  return (
    <button
      type="button"
      aria-label={t("title")}
      onClick={() => window.dispatchEvent(new Event(OPEN_PALETTE))}
      className="grid size-9 pointer-coarse:size-11 place-items-center rounded-control text-ink-2 hover:bg-muted hover:text-ink"
    >
      <Search aria-hidden className="size-4" />
    </button>
  );
}
