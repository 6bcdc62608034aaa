import { ChevronsUpDown, LogOut, MessagesSquare, Settings, UserRound } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ROOMS_PATH } from "@/app/_links";
import { Button } from "@/app/_ui/controls/button";
import { FrameLink } from "@/app/_ui/controls/frame-link";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { Logo } from "@/app/_ui/page/logo";
import { SkipLink } from "@/app/_ui/page/skip-link";
import { NavigationProvider } from "@/app/_ui/pending/navigation";
import { Avatar } from "@/app/_ui/shown/avatar";
import { signOut } from "@/app/settings/account/actions";
import { HOME_PATH } from "@/lib/accounts/sign-in/callback-path";
import { countUnread } from "@/lib/notifications/queries";
import { brand } from "@/lib/platform/brand";
import { openRequests } from "@/lib/requests/open-viewer";
import { openArea } from "../developer/open-area";
import { type Area, AreaSwitcher } from "./area-switcher";
import { CommandPalette, PaletteOpener } from "./command-palette";
import { FrameMenu } from "./frame-menu";
import { ABOVE } from "./menu-looks";
import { MobileMenu } from "./mobile-menu";
import { NavScroller } from "./nav-scroller";
import { Bell, UnreadProvider } from "./unread-count";

interface Person {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
}

interface AppFrameProps {
  person: Person;
  place: "rooms" | "settings";
  nav: ReactNode;
  children: ReactNode;
}

/** The one frame of rooms and settings: only the list below the two places differs. */
export async function AppFrame({ person, place, nav, children }: AppFrameProps) {
  const [t, unread, areas] = await Promise.all([getTranslations("ui"), countUnread(person.id), readAreas(person.id)]);
  const head = (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <Link
        href={HOME_PATH}
        prefetch={false}
        aria-label={brand().name}
        className="grid size-8 shrink-0 place-items-center rounded-control pointer-coarse:size-11"
      >
        <Logo />
      </Link>
      <AreaSwitcher {...areas} icon={MORE} />
    </div>
  );
  const account = <AccountMenu {...person} />;
  const places = (
    <nav aria-label={t("main")} className="grid grid-cols-1 gap-px">
      <FrameLink href={ROOMS_PATH} icon={MessagesSquare} isCurrent={place === "rooms" && "within"}>
        {t("toRooms")}
      </FrameLink>
      <FrameLink href="/settings" icon={Settings} isCurrent={place === "settings" && "within"}>
        {t("toSettings")}
      </FrameLink>
    </nav>
  );
  return (
    <NavigationProvider>
      <UnreadProvider count={unread}>
        <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
          <SkipLink>{t("skip")}</SkipLink>
          <header className="sticky top-0 z-30 flex h-14 items-center justify-between gap-2 border-b border-line bg-surface px-3 lg:hidden">
            {head}
            <div className="flex shrink-0 items-center gap-1">
              <PaletteOpener />
              <Bell />
              <MobileMenu>
                <div className="grid grid-cols-1 gap-5">
                  {places}
                  {nav}
                  {account}
                </div>
              </MobileMenu>
            </div>
          </header>
          <aside className="sticky top-0 z-30 hidden h-dvh min-w-0 flex-col border-e border-line bg-surface lg:flex">
            <div className="grid grid-cols-1 gap-3 px-2.5 pt-4 pb-3">
              <div className="flex min-w-0 items-center gap-1">
                {head}
                <Bell />
              </div>
              <CommandPalette isAdmin={person.isAdmin} />
              {places}
            </div>
            <NavScroller>{nav}</NavScroller>
            <div className="border-t border-line p-2.5">{account}</div>
          </aside>
          {children}
        </div>
      </UnreadProvider>
    </NavigationProvider>
  );
}

const MORE = <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-3" />;

async function readAreas(userId: string): Promise<{ areas: Area[]; chosen: string }> {
  const [t, { areas }] = await Promise.all([getTranslations("ui.area"), openRequests(userId)]);
  const named = areas.map(({ kind, ownerId, name }) => ({ id: ownerId, name: kind === "user" ? t("personal") : name }));
  const ids = named.map(({ id }) => id);
  return { areas: named, chosen: await openArea(userId, "", ids) };
}

async function AccountMenu({ id, name, email }: Person) {
  const [t, sections] = await Promise.all([getTranslations("ui"), getTranslations("sections.names")]);
  return (
    <FrameMenu
      label={t("accountMenu")}
      looks={ABOVE}
      shown={
        <>
          <Avatar id={id} name={name} />
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate text-dense font-medium">{name}</span>
            <span className="block truncate text-xs text-ink-3">{email}</span>
          </span>
          {MORE}
        </>
      }
    >
      <FrameLink href="/settings/account" icon={UserRound}>
        {sections("account")}
      </FrameLink>
      <div className="my-1.5 grid gap-2 border-y border-line px-2.5 py-2.5">
        <LocaleSwitch />
        <ThemeSwitch />
      </div>
      <form action={signOut}>
        <Button type="submit" look="quiet" className="w-full justify-start! px-2.5! text-dense!">
          <LogOut aria-hidden />
          {t("signOut")}
        </Button>
      </form>
    </FrameMenu>
  );
}
