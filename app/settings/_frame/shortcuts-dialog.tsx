"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Dialog } from "@/app/_ui/dialog";
import { Checkbox } from "@/app/_ui/input";
import { useSingleKeys } from "@/app/_ui/single-keys";

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
