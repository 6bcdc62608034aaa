"use client";

import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { MENU_BUTTON_CLASS, type MenuItem } from "./menu-item";
import { useLoaded } from "./use-loaded";

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
}

const load = async () => (await import("./open-menu")).OpenMenu;

export function Menu({ label, items }: MenuProps) {
  const [OpenMenu, want] = useLoaded(load);
  const [isWanted, setWanted] = useState(false);
  if (OpenMenu && isWanted) return <OpenMenu label={label} items={items} />;
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void want()}
      onFocus={() => void want()}
      onClick={() => void want().then(setWanted)}
      className={MENU_BUTTON_CLASS}
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
}
