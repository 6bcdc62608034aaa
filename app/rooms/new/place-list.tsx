import { Building2, ChevronRight, type LucideIcon, NotebookPen } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { OWN_PLACE, pathOfNewRoom } from "@/app/rooms/_frame/paths";
import type { Place } from "@/lib/rooms/queries";

/** The area comes first: it decides who can be in the room and who pays, and it cannot be changed later. */
export function PlaceList({ places }: { places: readonly Place[] }) {
  const t = useTranslations("roomMembers.create");
  return (
    <ul aria-label={t("where")} className="card divide-y divide-line overflow-hidden">
      {places.map(({ organizationId, name }) => (
        <PlaceLink
          key={organizationId}
          place={organizationId}
          icon={Building2}
          name={name}
          text={t("inOrganization")}
        />
      ))}
      <PlaceLink place={OWN_PLACE} icon={NotebookPen} name={t("own")} text={t("inOwn")} />
    </ul>
  );
}

function PlaceLink({ place, icon: Icon, name, text }: { place: string; icon: LucideIcon; name: string; text: string }) {
  return (
    <li>
      <Link
        href={pathOfNewRoom(place)}
        className="flex min-h-14 items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-muted"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium break-words">{name}</span>
          <span className="block text-dense text-ink-2 text-pretty">{text}</span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Link>
    </li>
  );
}
