import type { ReactNode } from "react";

export interface MenuItem {
  label: string;
  /** A rendered element, since components cannot be passed from server to client. */
  icon: ReactNode;
  isDangerous?: boolean;
  go: string | (() => void);
}

export const MENU_BUTTON_CLASS =
  "grid size-8 place-items-center pointer-coarse:size-11 rounded-control text-ink-3 hover:bg-muted hover:text-ink data-popup-open:bg-muted";
