import Link from "next/link";
import { useTranslations } from "next-intl";
import { Avatar } from "../shown/avatar";
import { RoleBadge } from "../shown/role";
import { Time } from "../shown/time";

interface ListedPerson {
  userId: string;
  name: string;
  email: string;
  role: number | null;
  joinedAt: Date;
}

interface PeopleListProps {
  label: string;
  people: readonly ListedPerson[];
  ownId: string;
  /** Link to the person's page; null when the reader may do nothing there. */
  pathOf: (person: ListedPerson) => string | null;
}

export function PeopleList({ label, people, ownId, pathOf }: PeopleListProps) {
  return (
    <ul aria-label={label} className="card divide-y divide-line overflow-hidden">
      {people.map((person) => {
        const path = pathOf(person);
        const row = <PersonRow person={person} isSelf={person.userId === ownId} canOpen={path !== null} />;
        return (
          <li key={person.userId}>
            {path === null ? (
              row
            ) : (
              <Link href={path} className="block -outline-offset-2 transition-colors hover:bg-muted">
                {row}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function PersonRow({ person, isSelf, canOpen }: { person: ListedPerson; isSelf: boolean; canOpen: boolean }) {
  const t = useTranslations("roles");
  return (
    <span className="flex min-h-14 items-center gap-3 px-4 py-2.5">
      <Avatar name={person.name} id={person.userId} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-40 leading-tight">
          <span className="block font-medium">
            {person.name} {isSelf ? <span className="font-normal text-ink-3">{t("you")}</span> : null}
          </span>
          <span className="block truncate text-xs text-ink-3">{person.email}</span>
        </span>
        <span className="hidden w-36 shrink-0 text-end text-xs text-ink-3 md:block">
          {t.rich("since", { time: () => <Time value={person.joinedAt.toISOString()} style="date" /> })}
        </span>
        <span className="w-28 shrink-0">
          <RoleBadge role={person.role} />
        </span>
      </span>
      <span aria-hidden className="w-4 text-center text-lg text-ink-3">
        {canOpen ? "›" : null}
      </span>
    </span>
  );
}
