import { Ban, CircleSlash, type LucideIcon, Plus, RefreshCw } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Time } from "@/app/_ui/time";
import type { KeySummary } from "@/lib/api-keys/key-summary";

interface Entry {
  at: string;
  icon: LucideIcon;
  text: ReactNode;
}

const linkTo = (key: { id: string }) => (name: ReactNode) => (
  <Link href={`/settings/developer/api-keys/${key.id}`} className="font-medium underline underline-offset-4">
    {name}
  </Link>
);

/** Past and coming events of the key, newest first. */
export function KeyHistory({ apiKey }: { apiKey: KeySummary }) {
  const t = useTranslations("keys.history");
  const { rotatedFrom, replacedBy } = apiKey;
  const person = apiKey.createdByName ?? "?";
  const entries: Entry[] = [
    rotatedFrom
      ? {
          at: apiKey.createdAt,
          icon: RefreshCw,
          text: t.rich("rotatedFrom", { person, name: rotatedFrom.name, link: linkTo(rotatedFrom) }),
        }
      : { at: apiKey.createdAt, icon: Plus, text: t("created", { person }) },
    ...(replacedBy
      ? [
          {
            at: replacedBy.at,
            icon: RefreshCw,
            text: t.rich("replacedBy", { name: replacedBy.name, link: linkTo(replacedBy) }),
          },
        ]
      : []),
    ...(apiKey.revokedAt
      ? [
          {
            at: apiKey.revokedAt,
            icon: Ban,
            text: apiKey.leak ? t("leaked") : t("revoked", { person: apiKey.revokedByName ?? "?" }),
          },
        ]
      : []),
    ...(apiKey.expiresAt && !apiKey.revokedAt
      ? [{ at: apiKey.expiresAt, icon: CircleSlash, text: apiKey.isUsable ? t("willExpire") : t("expired") }]
      : []),
  ];
  entries.sort((a, b) => b.at.localeCompare(a.at));
  return (
    <section aria-labelledby="history" className="card">
      <h2 id="history" className="border-b border-line px-5 py-3 font-semibold">
        {t("title")}
      </h2>
      <ol className="grid gap-4 p-5 text-dense">
        {entries.map(({ at, icon: Icon, text }) => (
          <li key={`${at}${Icon.displayName ?? ""}`} className="flex gap-3">
            <span className="grid size-7 shrink-0 place-items-center rounded-full border border-line text-ink-3">
              <Icon aria-hidden className="size-3.5" />
            </span>
            <span className="min-w-0">
              <span className="block">{text}</span>
              <span className="text-xs text-ink-3">
                <Time value={at} />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
