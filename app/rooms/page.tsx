import { CheckCheck, MessageCirclePlus, MessagesSquare, Plus, SearchX } from "lucide-react";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { NEW_MESSAGE_PATH, NEW_ROOM_PATH, ROOMS_PATH } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { requireSession } from "@/lib/accounts/sessions/session";
import { listRoomPeople, listWorkspaceRooms } from "@/lib/rooms/queries";
import { groupRooms, matchesRoom, orderByNewest, type WorkspaceRoom } from "@/lib/rooms/workspace";
import { type ActivitySummary, summarizeActivity } from "./_frame/activity";
import { readActivity } from "./_frame/open-room";
import { RoomList } from "./_frame/room-list";
import { SearchForm } from "./_frame/search-form";
import { markAllRoomsRead } from "./actions";

const SHOWN_MAX = 100;

export default async function RoomsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(ROOMS_PATH);
  const [params, rooms, news, t, locale] = await Promise.all([
    searchParams,
    listWorkspaceRooms(user.id),
    readActivity(user.id),
    getTranslations("rooms"),
    getLocale(),
  ]);
  const search = readText(params, "q");
  const activity = new Map(news.rooms.map((room) => [room.roomId, room]));
  const comments = new Map(news.comments.map((room) => [room.roomId, room]));
  const newestId = ({ id }: { id: string }) => activity.get(id)?.lastId ?? "";
  const matching = orderByNewest(
    rooms.filter((room) => matchesRoom(room, search)),
    newestId,
  );
  const shown = new Set(readText(params, "show") === "all" ? matching : matching.slice(0, SHOWN_MAX));
  const people = await listRoomPeople(user.id, listRoomIds([...shown]));
  const groups = groupRooms(matching, locale).flatMap((group) => {
    const listed = orderByNewest(
      group.rooms.filter((room) => shown.has(room)),
      newestId,
    );
    return listed.length === 0 ? [] : { ...group, rooms: listed, total: group.rooms.length };
  });
  const summary = summarizeActivity(news);
  const hasNews = Object.keys({ ...summary.unread, ...summary.comments }).length > 0;
  const create = (
    <IconLink icon={Plus} look="primary" href={NEW_ROOM_PATH}>
      {t("new")}
    </IconLink>
  );
  return (
    <div className="w-full max-w-4xl">
      <PageHeader title={t("title")}>
        <IconLink icon={MessageCirclePlus} href={NEW_MESSAGE_PATH}>
          {t("newMessage.title")}
        </IconLink>
        {rooms.length === 0 ? null : create}
      </PageHeader>
      {rooms.length === 0 ? (
        <EmptyState icon={MessagesSquare} title={t("empty.title")} text={t("empty.text")}>
          {create}
        </EmptyState>
      ) : (
        <>
          <SearchForm path={ROOMS_PATH} search={search} label={t("search.label")} />
          {groups.length > 0 ? (
            <>
              {hasNews ? <MarkAllRead summary={summary} label={t("markAllRead")} /> : null}
              <RoomList groups={groups} activity={activity} comments={comments} people={people} userId={user.id} />
              {shown.size === matching.length ? null : (
                <p className="mt-5 text-dense text-ink-2">
                  {t("newest.text", { shown: shown.size })}{" "}
                  <Link
                    href={`${ROOMS_PATH}?${new URLSearchParams({ q: search, show: "all" })}`}
                    className="underline underline-offset-4"
                  >
                    {t("newest.all", { total: matching.length })}
                  </Link>
                </p>
              )}
            </>
          ) : (
            <EmptyState icon={SearchX} title={t("noMatch.title")} />
          )}
        </>
      )}
    </div>
  );
}

function listRoomIds(rooms: readonly WorkspaceRoom[]): string[] {
  return rooms.flatMap(({ id, isDirect }) => (isDirect ? [] : [id]));
}

function MarkAllRead({ summary, label }: { summary: ActivitySummary; label: string }) {
  return (
    <form action={markAllRoomsRead} className="mb-3 flex justify-end">
      <input type="hidden" name="newest" value={summary.newestId} />
      <input type="hidden" name="newestComment" value={summary.newestCommentId} />
      <SubmitButton look="plain" size="small" icon={<CheckCheck aria-hidden />}>
        {label}
      </SubmitButton>
    </form>
  );
}
