"use client";

import { useTranslations } from "next-intl";
import { PopDetails } from "@/app/_ui/controls/pop-details";
import { Avatar } from "@/app/_ui/shown/avatar";
import type { PeopleHere as People } from "@/lib/rooms/presence";

interface PeopleHereProps {
  people: People | null;
  userId: string;
}

export function PeopleHere({ people, userId }: PeopleHereProps) {
  const t = useTranslations("messages.here");
  const [first, second, ...more] = (people?.writing ?? []).filter(({ id }) => id !== userId);
  return (
    <div className="relative flex min-h-7 shrink-0 items-center gap-3 pt-1 text-xs text-ink-3">
      <p role="status" className="min-w-0 flex-1 truncate">
        {more.length > 0
          ? t("writingMany")
          : second
            ? t("writingTwo", { first: first?.name ?? "", second: second.name })
            : first
              ? t("writing", { name: first.name })
              : ""}
      </p>
      {people?.people.some(({ id }) => id !== userId) ? <Roll people={people} userId={userId} /> : null}
    </div>
  );
}

function Roll({ people: { count, people }, userId }: { people: People; userId: string }) {
  const t = useTranslations("messages.here");
  return (
    <PopDetails className="shrink-0">
      <summary className="flex min-h-6 items-center gap-1.5 rounded-control px-1.5 hover:bg-muted hover:text-ink">
        <span aria-hidden className="size-2 rounded-full bg-good" />
        {t("count", { count })}
      </summary>
      <ul
        aria-label={t("list")}
        className="absolute inset-e-0 bottom-full z-20 grid max-h-64 w-56 max-w-full gap-1 overflow-y-auto rounded-card border border-line bg-raised p-2 text-dense text-ink shadow-float"
      >
        {people.map(({ id, name }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <Avatar name={name} id={id} className="size-6!" />
            <span className="truncate">{id === userId ? t("you", { name }) : name}</span>
          </li>
        ))}
        {count > people.length ? <li className="text-ink-3">{t("more", { count: count - people.length })}</li> : null}
      </ul>
    </PopDetails>
  );
}
