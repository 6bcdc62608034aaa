import Link from "next/link";
import { useTranslations } from "next-intl";
import type { findOwners, Owner } from "@/lib/admin/tenants/queries";

interface FoundOwnersProps {
  owners: Awaited<ReturnType<typeof findOwners>>;
  chosenOwnerId?: string;
  hrefOf: (owner: Owner) => string;
  alsoOf?: (owner: Owner) => { href: string; text: string } | null;
}

/** Each choice is a link, so it works without scripts. */
export function FoundOwners({ owners: { owners, hasMore }, chosenOwnerId, hrefOf, alsoOf }: FoundOwnersProps) {
  const t = useTranslations("legalHolds");
  if (owners.length === 0) return <p className="mb-4 text-dense text-ink-2">{t("findNone")}</p>;
  return (
    <div className="mb-4 grid gap-2 text-dense">
      <ul
        aria-label={t("found")}
        className="max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line"
      >
        {owners.map((owner) => {
          const also = alsoOf?.(owner) ?? null;
          return (
            <li key={owner.ownerId} className="flex flex-wrap">
              <Link
                href={hrefOf(owner)}
                prefetch={false}
                aria-current={owner.ownerId === chosenOwnerId ? "true" : undefined}
                className="min-w-0 flex-1 basis-52 px-3 py-2 break-words -outline-offset-2 hover:bg-muted aria-[current=true]:bg-accent-soft"
              >
                {owner.name} <span className="text-ink-3">{owner.email ?? t("kinds.organization")}</span>
              </Link>
              {also === null ? null : (
                <Link
                  href={also.href}
                  prefetch={false}
                  className="min-w-0 px-3 py-2 break-words text-ink-2 underline underline-offset-4 -outline-offset-2 hover:bg-muted"
                >
                  {also.text}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {hasMore ? <p className="text-ink-2">{t("findMore")}</p> : null}
    </div>
  );
}
