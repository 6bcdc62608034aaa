"use client";

import { LayoutList, type LucideIcon, MessageCirclePlus } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { NEW_MESSAGE_PATH, pathOfRoom, ROOMS_PATH } from "@/app/rooms/_frame/paths";
import type { RoomGroup } from "@/lib/rooms/workspace";
import { GROUP_ICONS } from "./room-icons";

export function RoomNav({ groups }: { groups: readonly RoomGroup[] }) {
  const t = useTranslations("rooms");
  const pathname = usePathname();
  const prefix = useId();
  return (
    <nav aria-label={t("title")} className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-px">
        <Entry href={ROOMS_PATH} isCurrent={pathname === ROOMS_PATH} icon={LayoutList}>
          {t("all")}
        </Entry>
        <Entry href={NEW_MESSAGE_PATH} isCurrent={pathname === NEW_MESSAGE_PATH} icon={MessageCirclePlus}>
          {t("newMessage.title")}
        </Entry>
      </div>
      {groups.map((group) => {
        const Icon = GROUP_ICONS[group.kind];
        const headingId = `${prefix}-${group.id}`;
        return (
          <div key={group.id}>
            <h2 id={headingId} className="truncate px-2.5 pb-1 text-xs font-medium text-ink-3">
              {group.kind === "organization" ? group.name : t(`groups.${group.kind}`)}
            </h2>
            <ul aria-labelledby={headingId} className="grid grid-cols-1 gap-px">
              {group.rooms.map(({ id, name }) => {
                const path = pathOfRoom(id);
                const isCurrent = pathname === path || pathname.startsWith(`${path}/`);
                return (
                  <li key={id}>
                    <Entry href={path} isCurrent={isCurrent} icon={Icon}>
                      {name}
                    </Entry>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

interface EntryProps {
  href: string;
  isCurrent: boolean;
  icon: LucideIcon;
  children: string;
}

function Entry({ href, isCurrent, icon: Icon, children }: EntryProps) {
  return (
    <Link
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={mergeClasses(
        "flex h-8 min-w-0 items-center gap-2.5 rounded-control px-2.5 text-dense text-ink-2 transition-colors hover:bg-muted hover:text-ink",
        isCurrent && "bg-muted font-medium text-ink",
      )}
    >
      <Icon aria-hidden className={mergeClasses("size-4 shrink-0 text-ink-3", isCurrent && "text-accent")} />
      <span className="truncate">{children}</span>
    </Link>
  );
}
