import { SquareTerminal } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FrameLink } from "@/app/_ui/frame-link";
import { Logo } from "@/app/_ui/logo";
import { SkipLink } from "@/app/_ui/skip-link";
import { AccountCorner } from "@/app/settings/_frame/account-corner";
import { MobileMenu } from "@/app/settings/_frame/mobile-menu";
import { readSession } from "@/lib/accounts/session";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import { groupRooms } from "@/lib/rooms/workspace";
import { RoomNav } from "./_frame/room-nav";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("rooms");
  return { title: { absolute: `${t("title")} · ${t("brand")}`, template: `%s · ${t("brand")}` } };
}

/** Renders only the frame. Each page reads the session itself, since a layout is not rendered again on every visit. */
export default async function RoomsLayout({ children }: { children: ReactNode }) {
  const [session, t, common, locale, messages] = await Promise.all([
    readSession(),
    getTranslations("rooms"),
    getTranslations("ui"),
    getLocale(),
    getMessages(),
  ]);
  if (!session) return children;
  const { id, name, email } = session.user;
  const groups = groupRooms(await listWorkspaceRooms(id), locale);
  // Messages of the rooms' client components.
  const { ui, rooms, files, messages: thread } = messages;
  const brand = (
    <Link href="/" className="flex items-center gap-2.5 rounded-control font-semibold tracking-tight">
      <Logo />
      {t("brand")}
    </Link>
  );
  const foot = (
    <>
      <FrameLink href="/settings/developer" icon={SquareTerminal}>
        {t("toDeveloper")}
      </FrameLink>
      <AccountCorner name={name} email={email} />
    </>
  );
  return (
    <NextIntlClientProvider messages={{ ui, rooms, files, messages: thread }}>
      <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        <SkipLink>{common("skip")}</SkipLink>
        <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden">
          {brand}
          <MobileMenu>
            <div className="grid grid-cols-1 gap-6">
              <RoomNav groups={groups} />
              {foot}
            </div>
          </MobileMenu>
        </header>
        <aside className="sticky top-0 hidden h-dvh min-w-0 flex-col border-r border-line bg-surface lg:flex">
          <div className="px-4 pt-5 pb-4">{brand}</div>
          <div className="flex-1 overflow-y-auto px-2.5 pb-4">
            <RoomNav groups={groups} />
          </div>
          <div className="grid grid-cols-1 gap-2 px-2.5 pb-4">{foot}</div>
        </aside>
        {/* A page marked data-fill takes the window's height and scrolls inside; all others scroll normally. */}
        <main
          id="content"
          tabIndex={-1}
          className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 flex-col px-4 pt-5 pb-8 outline-none has-data-fill:h-[calc(100dvh-3.5rem)] has-data-fill:pb-0 sm:px-8 lg:min-h-dvh lg:pt-7 lg:has-data-fill:h-dvh"
        >
          {children}
        </main>
      </div>
    </NextIntlClientProvider>
  );
}
