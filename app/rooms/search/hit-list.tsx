import Link from "next/link";
import { useTranslations } from "next-intl";
import { Time } from "@/app/_ui/time";
import { pathOfMessage } from "@/app/rooms/_frame/paths";
import type { MessageHit } from "@/lib/messages/find-messages";
import { cutSnippet } from "@/lib/messages/search-terms";

interface HitListProps {
  hits: readonly MessageHit[];
  terms: readonly string[];
  /** Room names by id. */
  names: ReadonlyMap<string, string>;
}

/** Messages that were found, newest first; each leads to its place in the thread. */
export function HitList({ hits, terms, names }: HitListProps) {
  const t = useTranslations("rooms");
  return (
    <ol aria-label={t("messageSearch.results")} className="card divide-y divide-line overflow-hidden">
      {hits.map(({ id, roomId, body, at, author }) => (
        <li key={id}>
          <Link
            href={pathOfMessage(roomId, id)}
            prefetch={false}
            className="grid gap-1 px-4 py-3 -outline-offset-2 hover:bg-muted"
          >
            <span className="flex flex-wrap items-baseline gap-x-2 text-dense">
              <span className="font-semibold break-words">{author ?? t("last.someone")}</span>
              <span className="min-w-0 break-words text-ink-2">{names.get(roomId)}</span>
              <span className="text-xs text-ink-3">
                <Time value={at} />
              </span>
            </span>
            <span dir="auto" className="break-words">
              {cutSnippet(body, terms).map(({ text, isMatch }, n) =>
                isMatch ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
                  <mark key={n} className="rounded-sm bg-accent-soft font-medium text-ink">
                    {text}
                  </mark>
                ) : (
                  text
                ),
              )}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
