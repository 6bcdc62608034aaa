import { ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { LinkButton } from "@/app/_ui/controls/button";
import { linkLanguages } from "@/app/_ui/page/page-languages";
import { readSession, type Session } from "@/lib/accounts/sessions/session";
import { brand } from "@/lib/platform/brand";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import { Begin } from "./_home/begin";
import { Features } from "./_home/features";
import { LiveSplit } from "./_home/live-split";
import { OwnRooms } from "./_home/own-rooms";

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
