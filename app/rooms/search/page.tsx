import { File, Hourglass, ListTodo, MessageSquareText, MessagesSquare, NotebookText, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pathOfSearch, SEARCH_PATH } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { SearchField } from "@/app/_ui/form/search-field";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { useShownTitle } from "@/app/_ui/page/use-shown-title";
import { Time } from "@/app/_ui/shown/time";
import { requireSession } from "@/lib/accounts/sessions/session";
import { AppError } from "@/lib/platform/errors";
import { listWorkspaceRooms } from "@/lib/rooms/queries";
import type { TextHit } from "@/lib/rooms/search/collect-texts";
import { type FoundTexts, findTexts } from "@/lib/rooms/search/find-texts";
import { cutSnippet, readTextSearch, type TextSearch } from "@/lib/rooms/search/search-terms";
import type { WorkspaceRoom } from "@/lib/rooms/workspace";
import { PAGES } from "@/lib/search/paths";
import { limitPersonSearches } from "@/lib/usage/limit-burst";

export const generateMetadata = pageTitle("rooms.textSearch.title");

export default async function SearchPage({ searchParams }: { searchParams: SearchParams }) {
  const { user } = await requireSession(SEARCH_PATH);
  const [params, rooms, t] = await Promise.all([
    searchParams,
    listWorkspaceRooms(user.id),
    getTranslations("rooms.textSearch"),
  ]);
  const [search, roomId, before] = [readText(params, "q"), readText(params, "room"), readText(params, "before")];
  const wanted = readTextSearch(search, user.id);
  const { terms, from, has } = wanted;
  const isEmpty = terms.length === 0 && from === null && has === null;
  const room = roomId === "" ? wanted.room : roomId;
  const found = isEmpty ? null : await find(user.id, rooms, { ...wanted, room }, before);
  return (
    <div className="w-full max-w-4xl">
      <PageHeader title={t("title")} description={t("description")} />
      <FilterForm
        key={`${search} ${roomId}`}
        path={SEARCH_PATH}
        label={t("title")}
        apply={t("apply")}
        clear={t("clear")}
        isFiltered={search !== "" || roomId !== ""}
        className="mb-5"
      >
        <SearchField label={t("words")} text={search} />
        <ChoiceSelect
          name="room"
          label={t("room")}
          value={roomId}
          all={t("allRooms")}
          options={rooms.map(({ id, name }) => [id, name])}
          className="w-48"
        />
      </FilterForm>
      {found === null ? (
        <EmptyState icon={MessagesSquare} title={t("empty.title")} text={t("empty.text")} />
      ) : found === "too fast" ? (
        <EmptyState icon={Hourglass} title={t("tooFast.title")} text={t("tooFast.text")} />
      ) : (
        <Hits found={found} search={search} roomId={roomId} terms={terms} rooms={rooms} />
      )}
    </div>
  );
}

const SHOWN_MAX = 50;

async function find(
  userId: string,
  rooms: readonly WorkspaceRoom[],
  search: TextSearch,
  before: string,
): Promise<FoundTexts | "too fast"> {
  try {
    await limitPersonSearches(userId);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limit_exceeded") return "too fast";
    throw error;
  }
  return findTexts({ userId, entityId: null }, rooms, search, { before, limit: SHOWN_MAX });
}

interface HitsProps {
  found: FoundTexts;
  search: string;
  roomId: string;
  terms: readonly string[];
  rooms: readonly { id: string; name: string }[];
}

async function Hits({ found: { hits, olderThan }, search, roomId, terms, rooms }: HitsProps) {
  const t = await getTranslations("rooms.textSearch");
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  return (
    <div data-results className="grid grid-cols-1 gap-4">
      {hits.length > 0 ? (
        <HitList hits={hits} terms={terms} names={names} />
      ) : (
        <EmptyState icon={SearchX} title={t("noMatch.title")} />
      )}
      {olderThan === null ? null : (
        <LinkButton
          size="small"
          href={pathOfSearch({ q: search, room: roomId, before: olderThan })}
          className="justify-self-end"
        >
          {t("older")}
        </LinkButton>
      )}
    </div>
  );
}

interface HitListProps {
  hits: readonly TextHit[];
  terms: readonly string[];
  names: ReadonlyMap<string, string>;
}

function HitList({ hits, terms, names }: HitListProps) {
  const t = useTranslations("rooms");
  const shown = useShownTitle();
  return (
    <ol aria-label={t("textSearch.results")} className="card divide-y divide-line overflow-hidden">
      {hits.map((hit) => (
        <li key={hit.id}>
          <Link
            href={PAGES.text(hit)}
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
              {cutSnippet(shown(hit.body), terms).map(({ text, isMatch }, n) =>
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

const ICONS = { comment: MessageSquareText, record: NotebookText, task: ListTodo, file: File };

function Origin({ hit: { kind, title, record } }: { hit: TextHit }) {
  const t = useTranslations("rooms.textSearch.of");
  const shown = useShownTitle();
  if (kind === "message") return null;
  const Icon = ICONS[kind];
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1.5 text-ink-2">
      <Icon aria-hidden className="size-3.5 shrink-0 self-center text-ink-3" />
      <span className="min-w-0">{t(kind, { title: shown(title ?? record ?? "") })}</span>
    </span>
  );
}
