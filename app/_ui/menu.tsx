"use client";

import { Ellipsis } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";

export interface MenuItem {
  label: string;
  /** A rendered element, since components cannot be passed from server to client. */
  icon: ReactNode;
  isDangerous?: boolean;
  /** A link, or an act. */
  go: string | (() => void);
}

export const MENU_BUTTON_CLASS =
  "grid size-8 place-items-center pointer-coarse:size-11 rounded-control text-ink-3 hover:bg-muted hover:text-ink data-popup-open:bg-muted";

const load = () => import("./open-menu");
const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }));

/** A button with a menu, which is loaded when someone is about to open it. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
      className={MENU_BUTTON_CLASS}
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <OpenMenu label={label} items={items} />
    </Suspense>
  );
}
