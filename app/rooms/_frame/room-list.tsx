import { BellOff, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { pathOfRoom } from "@/app/_links";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { Ago } from "@/app/_ui/shown/ago";
import { Avatar } from "@/app/_ui/shown/avatar";
import { writePlainLine } from "@/lib/messages/plain-line";
import type { RoomActivity } from "@/lib/messages/queries";
import type { CommentActivity } from "@/lib/records/comments-query";
import type { RoomPeople as People } from "@/lib/rooms/queries";
import type { RoomGroup, WorkspaceRoom } from "@/lib/rooms/workspace";
import { GROUP_ICONS } from "./room-icons";
import { CommentBadge, UnreadBadge } from "./room-marks";

interface RoomListProps {
  userId: string;
  groups: readonly (RoomGroup & { total: number })[];
  activity: ReadonlyMap<string, RoomActivity>;
  comments: ReadonlyMap<string, CommentActivity>;
  people: ReadonlyMap<string, People>;
}

export function RoomList({ userId, groups, activity, comments, people }: RoomListProps) {
  const t = useTranslations("rooms");
  return (
    <div data-results className="grid grid-cols-1 gap-7">
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={`rooms-${group.id}`}>
          <div className="mb-2 flex items-baseline justify-between gap-4">
            <h2 id={`rooms-${group.id}`} className="min-w-0 truncate text-dense font-semibold">
              {group.kind === "organization" ? group.name : t(`groups.${group.kind}`)}
            </h2>
            <p className="shrink-0 text-xs text-ink-3">{t("count", { count: group.total })}</p>
          </div>
          <ul className="card divide-y divide-line overflow-hidden">
            {group.rooms.map((room) => (
              <li key={room.id}>
                <RoomRow
                  room={room}
                  kind={group.kind}
                  activity={activity.get(room.id)}
                  comments={comments.get(room.id)}
                  people={people.get(room.id)}
                  userId={userId}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface RoomRowProps {
  userId: string;
  room: WorkspaceRoom;
  kind: RoomGroup["kind"];
  activity: RoomActivity | undefined;
  comments: CommentActivity | undefined;
  people: People | undefined;
}

function RoomRow({ userId, room, kind, activity, comments, people }: RoomRowProps) {
  const t = useTranslations("rooms");
  const Icon = GROUP_ICONS[kind];
  const isMuted = activity?.isMuted ?? false;
  const unread = isMuted ? 0 : (activity?.unread ?? 0);
  const heard = isMuted ? undefined : comments;
  const hasNews = unread > 0 || heard !== undefined;
  return (
    <Link
      href={pathOfRoom(room.id)}
      className="group flex min-h-12 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-muted"
    >
      <Icon aria-hidden className={joinClasses("size-4 shrink-0", hasNews ? "text-accent" : "text-ink-3")} />
      <span className="flex min-w-0 flex-1 flex-col gap-x-3 gap-y-0.5 sm:grid sm:grid-cols-[minmax(0,1fr)_auto]">
        <span className="flex min-w-0 items-baseline justify-between gap-2">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <span
              className={joinClasses("min-w-0", hasNews ? "font-semibold" : "font-medium", isMuted && "text-ink-3")}
            >
              {room.name}
            </span>
            {isMuted ? (
              <span className="self-center text-ink-3" title={t("muted")}>
                <BellOff aria-hidden className="size-3.5" />
                <span className="sr-only">{t("muted")}</span>
              </span>
            ) : null}
            {room.isDirect ? <span className="text-dense text-ink-3">{room.organizationName}</span> : null}
          </span>
          <LastTime activity={activity} className="sm:hidden" />
        </span>
        <span className="flex min-w-0 items-center justify-between gap-2 sm:contents">
          <LastLine activity={activity} userId={userId} isDirect={room.isDirect} />
          <RoomPeople people={people} />
        </span>
      </span>
      <span className="flex shrink-0 flex-wrap items-center justify-end gap-1.5">
        <CommentBadge count={heard?.unread ?? 0} mentions={heard?.mentions ?? 0} />
        <UnreadBadge count={unread} mentions={activity?.mentions ?? 0} />
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 max-sm:hidden" />
    </Link>
  );
}

function LastTime({ activity, className }: { activity: RoomActivity | undefined; className: string }) {
  if (!activity || activity.at === null) return null;
  return (
    <span className={joinClasses("shrink-0 text-xs text-ink-3", className)}>
      <Ago value={activity.at} />
    </span>
  );
}

function LastLine({ activity, userId, isDirect }: Pick<RoomRowProps, "activity" | "userId"> & { isDirect: boolean }) {
  const t = useTranslations("rooms.last");
  if (!activity || activity.at === null) return null;
  const { authorId, author, excerpt } = activity;
  const isOwn = authorId === userId;
  const name = isOwn ? t("you") : isDirect ? null : (author ?? t("someone"));
  const text = writePlainLine(excerpt ?? "");
  return (
    <span className="col-start-1 flex min-w-0 items-baseline gap-2 text-dense text-ink-2">
      <span className="min-w-0 truncate" dir="auto">
        {name === null ? text : t("line", { name, text })}
      </span>
      <LastTime activity={activity} className="max-sm:hidden" />
    </span>
  );
}

/** Faces of the others in a room, and the same in words. Part of a link's name. */
function RoomPeople({ people }: { people: People | undefined }) {
  const t = useTranslations("rooms.people");
  const format = useFormatter();
  if (!people || people.names.length === 0) return null;
  const { names, more, isBounded } = people;
  const rest = more > 0 ? [t(isBounded ? "atLeast" : "more", { count: more })] : [];
  const text = t("with", { people: format.list([...names, ...rest]) });
  return (
    <span className="col-start-2 row-span-2 row-start-1 ms-auto flex shrink-0 items-center self-center" title={text}>
      {names.map((name, n) => (
        <Avatar
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
          key={n}
          name={name}
          className="-ms-1 size-5! text-[0.625rem]! ring-2 ring-surface first:ms-0 group-hover:ring-muted"
        />
      ))}
      {more > 0 ? (
        <span aria-hidden className="ps-1.5 text-xs text-ink-3 tabular-nums">
          {isBounded ? `${more}+` : `+${more}`}
        </span>
      ) : null}
      <span className="sr-only">{text}</span>
    </span>
  );
}
