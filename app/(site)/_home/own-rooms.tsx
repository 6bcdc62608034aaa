import { ArrowRight, UsersRound } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { pathOfRoom, ROOMS_PATH } from "@/app/_links";
import type { WorkspaceRoom } from "@/lib/rooms/workspace";

const SHOWN_MAX = 4;
const LINK =
  "inline-flex h-9 max-w-full min-w-0 items-center gap-2 rounded-control border border-line bg-surface px-3 transition-colors hover:border-accent";

export async function OwnRooms({ name, rooms }: { name: string; rooms: readonly WorkspaceRoom[] }) {
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
