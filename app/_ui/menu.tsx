"use client";

import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { MENU_BUTTON_CLASS, type MenuItem } from "./menu-item";

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
