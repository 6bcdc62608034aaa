import { ChevronRight, MessageCirclePlus, MessagesSquare, Plus, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { NEW_MESSAGE_PATH, NEW_ROOM_PATH, pathOfRoom, ROOMS_PATH } from "@/app/rooms/_frame/paths";
import { requireSession } from "@/lib/accounts/session";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import { groupRooms, matchesRoom, type RoomGroup } from "@/lib/rooms/workspace";
import { GROUP_ICONS } from "./_frame/room-icons";
import { SearchForm } from "./_frame/search-form";

export default async function RoomsPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(ROOMS_PATH);
  const [params, rooms, t, locale] = await Promise.all([
    searchParams,
    listWorkspaceRooms(user.id),
    getTranslations("rooms"),
    getLocale(),
  ]);
  const search = readText(params, "q");
  const groups = groupRooms(
    rooms.filter((room) => matchesRoom(room, search)),
    locale,
  );
  const create = (
    <LinkButton look="primary" href={NEW_ROOM_PATH}>
      <Plus aria-hidden />
      {t("new")}
    </LinkButton>
  );
  return (
    <div className="mx-auto w-full max-w-4xl">
      <PageHeader title={t("title")} description={t("description")}>
        <LinkButton href={NEW_MESSAGE_PATH}>
          <MessageCirclePlus aria-hidden />
          {t("newMessage.title")}
        </LinkButton>
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
            <RoomList groups={groups} />
          ) : (
            <EmptyState icon={SearchX} title={t("noMatch.title")} text={t("noMatch.text")} />
          )}
        </>
      )}
    </div>
  );
}

function RoomList({ groups }: { groups: readonly RoomGroup[] }) {
  const t = useTranslations("rooms");
  return (
    <div data-results className="grid grid-cols-1 gap-7">
      {groups.map((group) => {
        const Icon = GROUP_ICONS[group.kind];
        return (
          <section key={group.id} aria-labelledby={`rooms-${group.id}`}>
            <div className="mb-2 flex items-baseline justify-between gap-4">
              <h2 id={`rooms-${group.id}`} className="min-w-0 truncate text-dense font-semibold">
                {group.kind === "organization" ? group.name : t(`groups.${group.kind}`)}
              </h2>
              <p className="shrink-0 text-xs text-ink-3">{t("count", { count: group.rooms.length })}</p>
            </div>
            <ul className="card divide-y divide-line overflow-hidden">
              {group.rooms.map((room) => (
                <li key={room.id}>
                  <Link
                    href={pathOfRoom(room.id)}
                    className="group flex min-h-12 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-muted"
                  >
                    <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
                    <span className="min-w-0 flex-1 font-medium break-words">{room.name}</span>
                    {room.isDirect ? <span className="text-dense text-ink-3">{room.organizationName}</span> : null}
                    <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
