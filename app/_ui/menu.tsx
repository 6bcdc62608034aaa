"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { mergeClasses } from "./merge-classes";

export function Menu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={label}
        className="grid size-8 place-items-center pointer-coarse:size-11 rounded-control text-ink-3 hover:bg-muted hover:text-ink data-popup-open:bg-muted"
      >
        <Ellipsis aria-hidden className="size-4" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-50">
          <Base.Popup className="float-in min-w-40 rounded-card border border-line bg-raised p-1 shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuLinkProps {
  href: string;
  /** A rendered element, since components cannot be passed from server to client. */
  icon: ReactNode;
  isDangerous?: boolean;
  children: ReactNode;
}

export function MenuLink({ href, icon, isDangerous = false, children }: MenuLinkProps) {
  return (
    <Base.LinkItem
      closeOnClick
      render={<Link href={href} />}
      className={mergeClasses(
        "flex h-8 items-center pointer-coarse:h-11 gap-2.5 rounded-control px-2.5 text-dense outline-none data-highlighted:bg-muted [&_svg]:size-4",
        isDangerous && "text-bad",
      )}
    >
      {icon}
      {children}
    </Base.LinkItem>
  );
}
