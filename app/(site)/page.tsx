import { ArrowRight, UsersRound } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { pathOfRoom, ROOMS_PATH } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { linkLanguages } from "@/app/_ui/page/page-languages";
import { readSession, type Session } from "@/lib/accounts/sessions/session";
import { brand } from "@/lib/platform/brand";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import type { WorkspaceRoom } from "@/lib/rooms/workspace";
import { Begin } from "./_home/begin";
import { Features } from "./_home/features";
import { LiveSplit } from "./_home/live-split";

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale] = await Promise.all([getTranslations("ui"), getLocale()]);
  const { name, tagline } = brand();
  return {
    title: { absolute: `${name} · ${tagline ?? t("tagline")}` },
    alternates: linkLanguages("/", locale),
  };
}

export default async function HomePage() {
  const [session, t] = await Promise.all([readSession(), getTranslations("home")]);
  const rooms = session ? await listWorkspaceRooms(session.user.id) : [];
  return (
    <>
      {session ? <OwnRooms name={session.user.name} rooms={rooms} /> : null}
      <section className={session ? "pt-8 sm:pt-12" : "pt-10 sm:pt-20"}>
        <h1 className="max-w-3xl text-[2rem] leading-[1.1] font-semibold tracking-tight text-balance sm:text-5xl">
          {brand().tagline ?? t("title")}
        </h1>
        <p className="mt-5 max-w-2xl text-lg text-ink-2 text-pretty">{t("text")}</p>
        <Actions session={session} />
        <LiveSplit />
      </section>
      <Features />
      <Begin />
    </>
  );
}

async function Actions({ session }: { session: Session | null }) {
  const t = await getTranslations("home");
  return (
    <div className="mt-7 flex flex-wrap gap-2.5">
      <LinkButton look="primary" href="/docs/quickstart">
        {t("start")}
        <ArrowRight aria-hidden />
      </LinkButton>
      {session ? (
        <LinkButton href="/settings/developer">{t("toSettings")}</LinkButton>
      ) : (
        <LinkButton href="/docs/reference">{t("toReference")}</LinkButton>
      )}
    </div>
  );
}

const SHOWN_MAX = 4;
const LINK =
  "inline-flex h-9 max-w-full min-w-0 items-center gap-2 rounded-control border border-line bg-surface px-3 transition-colors hover:border-accent";

async function OwnRooms({ name, rooms }: { name: string; rooms: readonly WorkspaceRoom[] }) {
  const t = await getTranslations("home.own");
  return (
    <section aria-labelledby="own-title" className="mt-4 rounded-card bg-accent-soft p-4 sm:p-5">
      <h2 id="own-title" className="font-medium">
        {t("title", { name })}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {rooms.slice(0, SHOWN_MAX).map((room) => (
          <li key={room.id} className="min-w-0">
            <Link href={pathOfRoom(room.id)} prefetch={false} className={LINK}>
              <UsersRound aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="truncate">{room.name}</span>
            </Link>
          </li>
        ))}
        <li>
          <Link href={ROOMS_PATH} prefetch={false} className={LINK}>
            {t("all")}
            <ArrowRight aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      </ul>
    </section>
  );
}
