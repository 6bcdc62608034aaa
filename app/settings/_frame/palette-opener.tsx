"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";

export const OPEN_PALETTE = "svc:open-palette";

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
