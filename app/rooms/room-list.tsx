import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfRoom } from "@/app/rooms/_frame/paths";
import type { RoomGroup } from "@/lib/rooms/workspace";
import { GROUP_ICONS } from "./_frame/room-icons";

export function RoomList({ groups }: { groups: readonly RoomGroup[] }) {
  const t = useTranslations("rooms");
  return (
    <div className="grid grid-cols-1 gap-7">
      {groups.map((group) => {
        const Icon = GROUP_ICONS[group.kind];
        return (
          <section key={group.id} aria-labelledby={`rooms-${group.id}`}>
            <div className="mb-2 flex items-baseline justify-between gap-4">
              <h2 id={`rooms-${group.id}`} className="min-w-0 truncate text-dense font-semibold">
                {group.kind === "organization" ? group.name : t(`groups.${group.kind}`)}
              </h2>
              <p className="shrink-0 text-xs text-ink-3">{t("count", { count: group.rooms.length })}</p>
            </div>
            <ul className="card divide-y divide-line overflow-hidden">
              {group.rooms.map((room) => (
                <li key={room.id}>
                  <Link
                    href={pathOfRoom(room.id)}
                    className="group flex min-h-12 items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-muted"
                  >
                    <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
                    <span className="min-w-0 flex-1 font-medium break-words">{room.name}</span>
                    {room.isDirect ? <span className="text-dense text-ink-3">{room.organizationName}</span> : null}
                    <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
