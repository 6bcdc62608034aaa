import { useFormatter, useTranslations } from "next-intl";
import { Avatar } from "@/app/_ui/shown/avatar";
import type { RoomPeople as People } from "@/lib/rooms/queries";

/** Faces of the others in a room, and the same in words. Part of a link's name. */
export function RoomPeople({ people }: { people: People | undefined }) {
  const t = useTranslations("rooms.people");
  const format = useFormatter();
  if (!people || people.names.length === 0) return null;
  const { names, more, isBounded } = people;
  const rest = more > 0 ? [t(isBounded ? "atLeast" : "more", { count: more })] : [];
  const text = t("with", { people: format.list([...names, ...rest]) });
  return (
    <span className="col-start-2 row-span-2 row-start-1 ms-auto flex shrink-0 items-center self-center" title={text}>
      {names.map((name, n) => (
        <Avatar
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
          key={n}
          name={name}
          className="-ms-1 size-5 text-[0.625rem] ring-2 ring-surface first:ms-0 group-hover:ring-muted"
        />
      ))}
      {more > 0 ? (
        <span aria-hidden className="ps-1.5 text-xs text-ink-3 tabular-nums">
          {isBounded ? `${more}+` : `+${more}`}
        </span>
      ) : null}
      <span className="sr-only">{text}</span>
    </span>
  );
}
