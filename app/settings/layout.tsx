import { MessagesSquare } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { FrameLink } from "@/app/_ui/frame-link";
import { Logo } from "@/app/_ui/logo";
import { SkipLink } from "@/app/_ui/skip-link";
import { readSession } from "@/lib/accounts/session";
import { AccountCorner } from "./_frame/account-corner";
import { CommandPalette } from "./_frame/command-palette";
import { MobileMenu } from "./_frame/mobile-menu";
import { SectionNav } from "./_frame/section-nav";

/** Draws the frame only: a layout is not rendered on every visit, so each page checks the session itself. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const [session, t] = await Promise.all([readSession(), getTranslations("ui")]);
  if (!session) return children;
  const { name, email, isAdmin } = session.user;
  const brand = (
    <Link href="/" className="flex items-center gap-2.5 rounded-control font-semibold tracking-tight">
      <Logo />
      {t("product")}
    </Link>
  );
  const foot = (
    <>
      <FrameLink href="/rooms" icon={MessagesSquare}>
        {t("toRooms")}
      </FrameLink>
      <AccountCorner name={name} email={email} />
    </>
  );
  return (
    <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <SkipLink>{t("skip")}</SkipLink>
      <header className="sticky top-0 z-30 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden">
        {brand}
        <MobileMenu>
          <div className="grid grid-cols-1 gap-6">
            <SectionNav isAdmin={isAdmin} />
            {foot}
          </div>
        </MobileMenu>
      </header>
      <aside className="sticky top-0 hidden h-dvh min-w-0 flex-col border-r border-line bg-surface lg:flex">
        <div className="grid gap-4 px-4 pt-5 pb-4">
          {brand}
          <CommandPalette isAdmin={isAdmin} />
        </div>
        <div className="flex-1 overflow-y-auto px-2.5 pb-4">
          <SectionNav isAdmin={isAdmin} />
        </div>
        <div className="grid grid-cols-1 gap-2 px-2.5 pb-4">{foot}</div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-8 sm:py-9">
        <div className="mx-auto max-w-5xl">{children}</div>
      </main>
    </div>
  );
}
