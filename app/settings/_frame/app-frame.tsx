import { LogOut } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/controls/button";
import { LocaleSwitch, ThemeSwitch } from "@/app/_ui/form/preference-controls";
import { Logo } from "@/app/_ui/page/logo";
import { SkipLink } from "@/app/_ui/page/skip-link";
import { NavigationProvider } from "@/app/_ui/pending/navigation";
import { Avatar } from "@/app/_ui/shown/avatar";
import { signOut } from "@/app/settings/account/actions";
import { HOME_PATH } from "@/lib/accounts/sign-in/callback-path";
import { countUnread } from "@/lib/notifications/queries";
import { PaletteOpener } from "./command-palette";
import { MobileMenu } from "./mobile-menu";
import { NavScroller } from "./section-nav";
import { Bell, UnreadProvider } from "./unread-count";

interface AppFrameProps {
  person: { id: string; name: string; email: string };
  brand: string;
  nav: ReactNode;
  search: ReactNode;
  crossLink: ReactNode;
  children: ReactNode;
}

export async function AppFrame({ person, brand, nav, search, crossLink, children }: AppFrameProps) {
  const [t, unread] = await Promise.all([getTranslations("ui"), countUnread(person.id)]);
  const home = (
    <Link
      href={HOME_PATH}
      prefetch={false}
      className="flex min-w-0 items-center gap-2.5 rounded-control font-semibold tracking-tight"
    >
      <Logo />
      <span className="min-w-0">{brand}</span>
    </Link>
  );
  const foot = (
    <>
      {crossLink}
      <AccountCorner {...person} />
    </>
  );
  return (
    <NavigationProvider>
      <UnreadProvider count={unread}>
        <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
          <SkipLink>{t("skip")}</SkipLink>
          <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden">
            {home}
            <div className="flex items-center gap-1">
              <PaletteOpener />
              <Bell />
              <MobileMenu>
                <div className="grid grid-cols-1 gap-6">
                  {nav}
                  {foot}
                </div>
              </MobileMenu>
            </div>
          </header>
          <aside className="sticky top-0 hidden h-dvh min-w-0 flex-col border-e border-line bg-surface lg:flex">
            <div className="grid gap-4 px-4 pt-5 pb-4">
              <div className="flex items-center justify-between gap-2">
                {home}
                <Bell />
              </div>
              {search}
            </div>
            <NavScroller>{nav}</NavScroller>
            <div className="grid grid-cols-1 gap-2 px-2.5 pb-4">{foot}</div>
          </aside>
          {children}
        </div>
      </UnreadProvider>
    </NavigationProvider>
  );
}

async function AccountCorner({ name, email }: AppFrameProps["person"]) {
  const t = await getTranslations("ui");
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <LocaleSwitch />
        <ThemeSwitch />
      </div>
      <div className="flex items-center gap-1 border-t border-line pt-3">
        <Link
          href="/settings/account"
          prefetch={false}
          className="flex min-w-0 flex-1 items-center gap-2.5 rounded-control p-1.5 hover:bg-muted"
        >
          <Avatar name={name} />
          <span className="min-w-0 leading-tight">
            <span className="block truncate text-dense font-medium">{name}</span>
            <span className="block truncate text-xs text-ink-3">{email}</span>
          </span>
        </Link>
        <form action={signOut}>
          <Button type="submit" look="quiet" size="icon" aria-label={t("signOut")} title={t("signOut")}>
            <LogOut aria-hidden />
          </Button>
        </form>
      </div>
    </div>
  );
}
