import { Bell, BellOff, Search } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { pathOfSearch } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { Notice } from "@/app/_ui/page/notice";
import { renderPage } from "@/app/_ui/page/render-page";
import { PendingArea } from "@/app/_ui/pending/pending-area";
import { Time } from "@/app/_ui/shown/time";
import { readSession } from "@/lib/accounts/sessions/session";
import { findMuteEnd, type NoticeLevel } from "@/lib/mentions/level";
import { readLevel } from "@/lib/mentions/save-level";
import { brand } from "@/lib/platform/brand";
import { now } from "@/lib/platform/clock";
import { findRoom } from "../_frame/open-room";
import { RoomTabs } from "../_frame/room-tabs";
import { RoomMenu } from "./room-menu";

interface RoomLayoutProps {
  children: ReactNode;
  params: Promise<{ roomId: string }>;
}

export async function generateMetadata({ params }: Omit<RoomLayoutProps, "children">): Promise<Metadata> {
  const [session, { roomId }] = await Promise.all([readSession(), params]);
  if (!session) return {};
  const opened = await findRoom(session.user.id, roomId).catch(() => null);
  if (!opened) return { title: (await getTranslations("notFound"))("titles.room") };
  const { room } = opened;
  return { title: { default: room.name, template: `%s · ${room.name} · ${brand().name}` } };
}

export default renderPage("room", async function RoomLayout({ children, params }: RoomLayoutProps) {
  const [session, { roomId }, t] = await Promise.all([readSession(), params, getTranslations("rooms")]);
  if (!session) return children;
  const { access, room, canWrite } = await findRoom(session.user.id, roomId);
  const chosen = await readLevel(access, session.user.id);
  const muteEnd = findMuteEnd(chosen, now());
  const level = muteEnd ? null : chosen.level;
  return (
    <>
      <header className="w-full max-w-6xl shrink-0">
        <div className="flex h-8 items-center gap-2.5 pointer-coarse:h-6">
          <h1 title={room.name} className="min-w-0 truncate text-lg font-semibold tracking-tight">
            {room.name}
          </h1>
          <p className="max-w-1/3 shrink-0 truncate text-xs text-ink-3 max-sm:hidden">
            {room.isDirect ? t("direct") : (room.organizationName ?? t("own"))}
          </p>
          <LevelMark level={level} muteEnd={muteEnd} />
          <div className="ms-auto flex shrink-0 pointer-coarse:-mt-4 pointer-coarse:-mb-1">
            <LinkButton
              look="quiet"
              size="icon"
              href={pathOfSearch({ room: room.id })}
              aria-label={t("textSearch.inRoom")}
              title={t("textSearch.inRoom")}
            >
              <Search aria-hidden />
            </LinkButton>
            <RoomMenu room={room} level={level} />
          </div>
        </div>
        <RoomTabs roomId={room.id} isDirect={room.isDirect} />
      </header>
      <PendingArea
        area="room"
        className="flex w-full max-w-6xl flex-1 flex-col pt-5 has-data-fill:min-h-0 has-data-fill:pt-0"
      >
        {canWrite ? null : (
          <div className="mb-5 has-data-fill:mb-0">
            <Notice>{t("guest")}</Notice>
          </div>
        )}
        {children}
      </PendingArea>
    </>
  );
});

function LevelMark({ level, muteEnd }: { level: NoticeLevel | null; muteEnd: Date | null }) {
  const t = useTranslations("roomLevel");
  if (level === "MENTIONS") return null;
  const Icon = level === "ALL" ? Bell : BellOff;
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate max-sm:sr-only">
        {muteEnd
          ? t.rich("mutedUntil", { at: () => <Time value={muteEnd.toISOString()} /> })
          : t(level === "ALL" ? "all" : "muted")}
      </span>
    </p>
  );
}
