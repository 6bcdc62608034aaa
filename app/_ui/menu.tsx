"use client";

import { Ellipsis } from "lucide-react";
import { type ComponentType, useState } from "react";
import { MENU_BUTTON_CLASS, type MenuItem } from "./menu-item";

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
}

/** null: its script cannot be loaded. Thrown, that would take the whole page away. */
const load = () => import("./open-menu").then(({ OpenMenu }) => OpenMenu).catch(() => null);

/** A button with a menu, which is loaded when someone is about to open it. */
export function Menu({ label, items }: MenuProps) {
  const [OpenMenu, setOpenMenu] = useState<ComponentType<MenuProps> | null>(null);
  if (OpenMenu) return <OpenMenu label={label} items={items} />;
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => void load().then((loaded) => setOpenMenu(() => loaded))}
      className={MENU_BUTTON_CLASS}
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
}
