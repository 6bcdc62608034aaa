import { MessageSquareText, NotebookText } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfComment, pathOfMessage, pathOfRecord } from "@/app/_links";
import { useShownTitle } from "@/app/_ui/page/use-shown-title";
import { Time } from "@/app/_ui/shown/time";
import type { TextHit } from "@/lib/search/find-texts";
import { cutSnippet } from "@/lib/search/search-terms";

interface HitListProps {
  hits: readonly TextHit[];
  terms: readonly string[];
  names: ReadonlyMap<string, string>;
}

export function HitList({ hits, terms, names }: HitListProps) {
  const t = useTranslations("rooms");
  const shown = useShownTitle();
  return (
    <ol aria-label={t("textSearch.results")} className="card divide-y divide-line overflow-hidden">
      {hits.map((hit) => (
        <li key={hit.id}>
          <Link
            href={pathOfHit(hit)}
            prefetch={false}
            className="grid gap-1 px-4 py-3 -outline-offset-2 hover:bg-muted"
          >
            <span className="flex flex-wrap items-baseline gap-x-2 text-dense">
              <span className="font-semibold">{hit.author ?? t("last.someone")}</span>
              <span className="min-w-0 text-ink-2">{names.get(hit.roomId)}</span>
              <Origin hit={hit} />
              <span className="text-xs text-ink-3">
                <Time value={hit.at} />
              </span>
            </span>
            <span dir="auto" className="w-fit max-w-full">
              {cutSnippet(hit.kind === "record" ? shown(hit.body) : hit.body, terms).map(({ text, isMatch }, n) =>
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

function pathOfHit({ kind, id, roomId, recordId }: TextHit): string {
  if (kind === "record") return pathOfRecord(roomId, id);
  return kind === "comment" ? pathOfComment(roomId, recordId ?? "", id) : pathOfMessage(roomId, id);
}

const ICONS = { comment: MessageSquareText, record: NotebookText };

function Origin({ hit: { kind, record } }: { hit: TextHit }) {
  const t = useTranslations("rooms.textSearch.of");
  const shown = useShownTitle();
  if (kind === "message") return null;
  const Icon = ICONS[kind];
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1.5 text-ink-2">
      <Icon aria-hidden className="size-3.5 shrink-0 self-center text-ink-3" />
      <span className="min-w-0">
        {kind === "comment" ? t("comment", { record: shown(record ?? "") }) : t("record")}
      </span>
    </span>
  );
}
