"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useEffect } from "react";
import { Dialog } from "@/app/_ui/dialog";
import { Checkbox } from "@/app/_ui/input";
import { isBusy, useSingleKeys } from "@/app/_ui/single-keys";

interface Shortcuts {
  onPalette: () => void;
  /** By key: "?", "c" … */
  singleKeys: Readonly<Record<string, () => void>>;
}

export function useShortcuts({ onPalette, singleKeys }: Shortcuts, singleKeysAreOn: boolean): void {
  useEffect(() => {
    function handle(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        onPalette();
        return;
      }
      const act = Object.hasOwn(singleKeys, event.key) ? singleKeys[event.key] : undefined;
      if (!act || !singleKeysAreOn || event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  });
}

type ShortcutsDialogProps = Pick<ComponentProps<typeof Dialog>, "open" | "onOpenChange"> & { isApple: boolean };

export function ShortcutsDialog({ isApple, ...dialog }: ShortcutsDialogProps) {
  const t = useTranslations("ui.shortcuts");
  const [singleKeysAreOn, setSingleKeys] = useSingleKeys();
  const rows = [
    [t("palette"), isApple ? "⌘ K" : "Ctrl K"],
    [t("createKey"), "C"],
    [t("help"), "?"],
    [t("close"), "Esc"],
  ];
  return (
    <Dialog {...dialog} title={t("title")} className="w-[min(26rem,calc(100vw-1.5rem))]">
      <dl className="divide-y divide-line px-5 py-1">
        {rows.map(([name, keys]) => (
          <div key={name} className="flex items-center justify-between gap-4 py-2.5">
            <dt className="text-ink-2">{name}</dt>
            <dd>
              <kbd className="rounded-control border border-line bg-muted px-2 py-0.5 font-sans text-xs">{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <label className="flex items-center gap-2.5 border-t border-line px-5 py-4 text-dense text-ink-2">
        <Checkbox checked={singleKeysAreOn} onChange={(event) => setSingleKeys(event.currentTarget.checked)} />
        {t("singleKeys")}
      </label>
    </Dialog>
  );
}
