"use client";

import { CheckSquare, Files, type LucideIcon, MessagesSquare, NotebookText, UsersRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { DIRECT_TABS, pathOfRoom, ROOM_TABS, type RoomTab } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { useCurrentInView } from "@/app/_ui/list/use-current-in-view";
import { useChosenPathname } from "@/app/_ui/pending/navigation";
import { useRoomActivity } from "./room-activity";
import { CommentBadge } from "./room-marks";

const ICONS: Readonly<Record<RoomTab, LucideIcon>> = {
  messages: MessagesSquare,
  tasks: CheckSquare,
  records: NotebookText,
  files: Files,
  members: UsersRound,
};

/** Each tab is a page, so these are links. On a phone the labels stay and the icons are hidden. */
export function RoomTabs({ roomId, isDirect }: { roomId: string; isDirect: boolean }) {
  const t = useTranslations("rooms.tabs");
  const pathname = useChosenPathname();
  const { comments, commentMentions } = useRoomActivity();
  const scroller = useCurrentInView<HTMLElement>(pathname);
  return (
    <nav ref={scroller} aria-label={t("label")} className="-mx-1 overflow-x-auto px-1 pt-1">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {(isDirect ? DIRECT_TABS : ROOM_TABS).map((tab) => {
          const path = pathOfRoom(roomId, tab);
          const isCurrent = pathname === path || (tab !== "messages" && pathname.startsWith(`${path}/`));
          const Icon = ICONS[tab];
          return (
            <li key={tab}>
              <Link
                href={path}
                prefetch={false}
                aria-current={isCurrent ? "page" : undefined}
                className={joinClasses(
                  "-mb-px flex h-9 items-center pointer-coarse:h-11 gap-2 border-b-2 px-2.5 text-dense transition-colors hover:text-ink",
                  isCurrent ? "border-accent font-medium text-ink" : "border-transparent text-ink-2",
                )}
              >
                <Icon
                  aria-hidden
                  className={joinClasses("size-4 max-sm:hidden", isCurrent ? "text-accent" : "text-ink-3")}
                />
                {t(tab)}
                {tab === "records" ? (
                  <CommentBadge count={comments[roomId] ?? 0} mentions={commentMentions[roomId] ?? 0} />
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
