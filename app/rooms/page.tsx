import { MessageCirclePlus, MessagesSquare, Plus, SearchX } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageHeader } from "@/app/_ui/page-header";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { NEW_MESSAGE_PATH, NEW_ROOM_PATH, ROOMS_PATH } from "@/app/rooms/_frame/paths";
import { requireSession } from "@/lib/accounts/session";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import { groupRooms, matchesRoom } from "@/lib/rooms/workspace";
import { SearchForm } from "./_frame/search-form";
import { RoomList } from "./room-list";

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
