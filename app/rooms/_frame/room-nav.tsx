"use client";

import { BellOff, Ellipsis, LayoutList, MessageCirclePlus, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { NEW_MESSAGE_PATH, pathOfRoom, ROOMS_PATH, SEARCH_PATH } from "@/app/_links";
import { FrameLink } from "@/app/_ui/controls/frame-link";
import { useChosenPathname } from "@/app/_ui/pending/navigation";
import { chooseRooms, type NavGroup } from "./choose-rooms";
import { useRoomActivity } from "./room-activity";
import { GROUP_ICONS } from "./room-icons";
import { CommentBadge, UnreadBadge } from "./room-marks";

interface RoomNavProps {
  groups: readonly NavGroup[];
  newestIds: readonly string[];
}

export function RoomNav({ groups, newestIds }: RoomNavProps) {
  const t = useTranslations("rooms");
  const pathname = useChosenPathname();
  const prefix = useId();
  const { unread, mentions, comments, commentMentions } = useRoomActivity();
  const [, , currentId] = pathname.split("/");
  const shown = chooseRooms(groups, {
    currentId,
    hasNews: (roomId) => (unread[roomId] ?? 0) + (comments[roomId] ?? 0) > 0,
    newestIds,
  });
  return (
    <nav aria-label={t("title")} className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-px">
        <FrameLink href={ROOMS_PATH} isCurrent={pathname === ROOMS_PATH} icon={LayoutList}>
          {t("all")}
        </FrameLink>
        <FrameLink href={NEW_MESSAGE_PATH} isCurrent={pathname === NEW_MESSAGE_PATH} icon={MessageCirclePlus}>
          {t("newMessage.title")}
        </FrameLink>
        <FrameLink href={SEARCH_PATH} isCurrent={pathname === SEARCH_PATH} icon={Search}>
          {t("textSearch.title")}
        </FrameLink>
      </div>
      {shown.groups.map((group) => {
        const Icon = GROUP_ICONS[group.kind];
        const headingId = `${prefix}-${group.id}`;
        return (
          <div key={group.id}>
            <h2 id={headingId} className="truncate px-2.5 pb-1 text-xs font-medium text-ink-3">
              {group.kind === "organization" ? group.name : t(`groups.${group.kind}`)}
            </h2>
            <ul aria-labelledby={headingId} className="grid grid-cols-1 gap-px">
              {group.rooms.map(({ id, name, isMuted }) => {
                const [ofMessages, ofComments] = [unread[id] ?? 0, comments[id] ?? 0];
                return (
                  <li key={id} className={isMuted && "[&>a]:text-ink-3"}>
                    <FrameLink
                      href={pathOfRoom(id)}
                      isCurrent={id === currentId}
                      icon={isMuted ? BellOff : Icon}
                      badge={
                        ofMessages + ofComments === 0 ? null : (
                          <>
                            <CommentBadge count={ofComments} mentions={commentMentions[id] ?? 0} />
                            <UnreadBadge count={ofMessages} mentions={mentions[id] ?? 0} />
                          </>
                        )
                      }
                    >
                      {name}
                    </FrameLink>
                    {isMuted ? <span className="sr-only">{t("muted")}</span> : null}
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
      {shown.others === 0 ? null : (
        <FrameLink href={ROOMS_PATH} icon={Ellipsis}>
          {t("others", { count: shown.others })}
        </FrameLink>
      )}
    </nav>
  );
}
