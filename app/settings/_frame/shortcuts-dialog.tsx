"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Dialog } from "@/app/_ui/controls/dialog";
import { useSingleKeys } from "@/app/_ui/controls/single-keys";
import { Checkbox } from "@/app/_ui/form/input";
import { listSectionGroups } from "./sections";
import { ROOMS_LETTER, writeSequence } from "./shortcuts";

type ShortcutsDialogProps = Pick<ComponentProps<typeof Dialog>, "open" | "onOpenChange"> & {
  isApple: boolean;
  isAdmin: boolean;
};

export function ShortcutsDialog({ isApple, isAdmin, ...dialog }: ShortcutsDialogProps) {
  const t = useTranslations("ui.shortcuts");
  const toRooms = useTranslations("ui")("toRooms");
  const names = useTranslations("sections.names");
  const [singleKeysAreOn, setSingleKeys] = useSingleKeys();
  const paletteKeys = isApple ? "⌘ K" : "Ctrl K";
  const general = [
    [t("palette"), paletteKeys],
    [t("search"), "/"],
    [t("createKey"), "C"],
    [t("rows"), "J K"],
    [t("openRow"), t("enter")],
    [t("help"), "?"],
    [t("close"), "Esc"],
  ] as const;
  const sections = listSectionGroups(isAdmin).flatMap((group) => group.sections);
  const places = [
    ...sections.map(({ key, letter }) => [names(key), writeSequence(letter)] as const),
    [toRooms, writeSequence(ROOMS_LETTER)] as const,
  ];
  return (
    <Dialog {...dialog} title={t("title")} className="w-[min(26rem,calc(100vw-1.5rem))]">
      <KeyList rows={general} />
      <h3 className="border-t border-line px-5 pt-4 text-dense font-semibold">{t("places")}</h3>
      <KeyList rows={places} />
      <label className="flex items-center gap-2.5 border-t border-line px-5 py-4 text-dense text-ink-2">
        <Checkbox checked={singleKeysAreOn} onChange={(event) => setSingleKeys(event.currentTarget.checked)} />
        {t("singleKeys", { keys: paletteKeys })}
      </label>
    </Dialog>
  );
}

function KeyList({ rows }: { rows: readonly (readonly [name: string, keys: string])[] }) {
  return (
    <dl className="divide-y divide-line px-5 py-1 text-dense">
      {rows.map(([name, keys]) => (
        <div key={name} className="flex items-center justify-between gap-4 py-2">
          <dt className="text-ink-2">{name}</dt>
          <dd className="shrink-0">
            <kbd className="rounded-control border border-line bg-muted px-2 py-0.5 font-sans text-xs">{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  );
}
