import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PendingArea } from "@/app/_ui/pending/pending-area";
import { AppFrame } from "@/app/settings/_frame/app-frame";
import { readSession } from "@/lib/accounts/sessions/session";
import { brand } from "@/lib/platform/brand";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import { groupRooms, orderByNewest } from "@/lib/rooms/workspace";
import { listMuted, summarizeActivity } from "./_frame/activity";
import { NAV_ROOMS_MAX, nameRooms } from "./_frame/choose-rooms";
import { readActivity } from "./_frame/open-room";
import { RoomActivityProvider } from "./_frame/room-activity";
import { RoomNav } from "./_frame/room-nav";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("rooms");
  const { name } = brand();
  return { title: { absolute: `${t("title")} · ${name}`, template: `%s · ${name}` } };
}

/** Renders only the frame. Each page reads the session itself, since a layout is not rendered again on every visit. */
export default async function RoomsLayout({ children }: { children: ReactNode }) {
  const [session, locale, { ui, sections, rooms, files, messages }] = await Promise.all([
    readSession(),
    getLocale(),
    getMessages(),
  ]);
  if (!session) return children;
  const { id: userId } = session.user;
  const [listed, activity] = await Promise.all([listWorkspaceRooms(userId), readActivity(userId)]);
  const groups = nameRooms(groupRooms(listed, locale), listMuted(activity.rooms));
  const newestIds = orderByNewest(activity.rooms, ({ lastId }) => lastId ?? "").map(({ roomId }) => roomId);
  return (
    <NextIntlClientProvider messages={{ ui, sections, rooms, files, messages }}>
      <RoomActivityProvider summary={summarizeActivity(activity)}>
        <AppFrame
          person={session.user}
          place="rooms"
          nav={<RoomNav groups={groups} newestIds={newestIds.slice(0, NAV_ROOMS_MAX)} />}
        >
          <main
            id="content"
            tabIndex={-1}
            className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 flex-col px-4 pt-5 pb-8 outline-none has-data-fill:h-[calc(100dvh-3.5rem)] has-data-fill:pb-0 sm:px-8 lg:min-h-dvh lg:pt-7 lg:has-data-fill:h-dvh"
          >
            <PendingArea area="rooms" className="flex min-w-0 flex-1 flex-col has-data-fill:min-h-0">
              {children}
            </PendingArea>
          </main>
        </AppFrame>
      </RoomActivityProvider>
    </NextIntlClientProvider>
  );
}
