"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { useSingleKeys } from "@/app/_ui/single-keys";
import { isDialogOpen } from "@/app/_ui/single-keys-storage";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import { OPEN_PALETTE } from "./palette-opener";
import { CREATE_KEY_PATH, focusSearchField, listPlaces, useShortcuts } from "./shortcuts";

/** Both come after the page: most visits open neither, and a palette that is opened must not lose the first keys. */
const LOAD_PALETTE_MS = 500;
const loadPalette = () => import("./palette-dialog");
const PaletteDialog = dynamic(async () => (await loadPalette()).PaletteDialog, { ssr: false });
const ShortcutsDialog = dynamic(async () => (await import("./shortcuts-dialog")).ShortcutsDialog, { ssr: false });

type DialogName = "palette" | "shortcuts";

export function CommandPalette({ isAdmin }: { isAdmin: boolean }) {
  const router = useRouter();
  const isBrowser = useIsBrowser();
  const isApple = isBrowser && /Mac|iPhone|iPad/.test(navigator.platform);
  const { opened, wanted, show, setOpened } = useDialogs();
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
        else if (opened !== null || !isDialogOpen()) show("palette");
      },
      singleKeys: {
        "?": () => show("shortcuts"),
        "/": () => (focusSearchField() ? undefined : show("palette")),
        c: () => go(CREATE_KEY_PATH),
      },
      places: listPlaces(isAdmin),
      go,
    },
    singleKeysAreOn,
  );
  return (
    <>
      <PaletteButton keys={isApple ? "⌘K" : "Ctrl K"} onClick={() => show("palette")} />
      {wanted.palette ? (
        <PaletteDialog
          isAdmin={isAdmin}
          open={opened === "palette"}
          onOpenChange={(open) => setOpened(open ? "palette" : null)}
          showShortcuts={() => show("shortcuts")}
          go={go}
        />
      ) : null}
      {wanted.shortcuts ? (
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
  // Once there, a dialog stays, so that it can close with its transition.
  const [wanted, setWanted] = useState({ palette: false, shortcuts: false });
  const show = useCallback((name: DialogName) => {
    setWanted((before) => ({ ...before, [name]: true }));
    setOpened(name);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), LOAD_PALETTE_MS);
    const handle = () => show("palette");
    window.addEventListener(OPEN_PALETTE, handle);
    return () => {
      clearTimeout(timer);
      window.removeEventListener(OPEN_PALETTE, handle);
    };
  }, [show]);
  return { opened, wanted, show, setOpened };
}

function PaletteButton({ keys, onClick }: { keys: string; onClick: () => void }) {
  const t = useTranslations("ui.palette");
  return (
    <button
      type="button"
      onClick={onClick}
      onPointerEnter={() => void loadPalette()}
      aria-keyshortcuts="Meta+K Control+K"
      className="flex h-8 w-full items-center gap-2 rounded-control border border-line bg-canvas px-2.5 text-dense text-ink-3 transition-colors hover:border-line-strong hover:text-ink"
    >
      <Search aria-hidden className="size-3.5" />
      <span className="flex-1 text-start">{t("open")}</span>
      <kbd className="font-sans text-xs">{keys}</kbd>
    </button>
  );
}
