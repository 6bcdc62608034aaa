"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { joinClasses } from "./join-classes";
import { MENU_BUTTON_CLASS, type MenuItem } from "./menu-item";

export function OpenMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => trigger.current?.click(), []);
  return (
    <Base.Root>
      <Base.Trigger ref={trigger} aria-label={label} className={MENU_BUTTON_CLASS}>
        <Ellipsis aria-hidden className="size-4" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-50">
          <Base.Popup className="float-in min-w-40 rounded-card border border-line bg-raised p-1 shadow-float outline-none">
            {items.map((item) => (
              <Item key={item.label} {...item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Item({ label, icon, isDangerous = false, go }: MenuItem) {
  const className = joinClasses(
    "flex h-8 items-center pointer-coarse:h-11 gap-2.5 rounded-control px-2.5 text-dense outline-none data-highlighted:bg-muted [&_svg]:size-4",
    isDangerous && "text-bad",
  );
  if (typeof go === "string") {
    return (
      <Base.LinkItem closeOnClick render={<Link href={go} />} className={className}>
        {icon}
        {label}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item onClick={go} className={className}>
      {icon}
      {label}
    </Base.Item>
  );
}
