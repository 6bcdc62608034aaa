import { Files, SearchX } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { drawPage } from "@/app/_ui/draw-page";
import { EmptyState } from "@/app/_ui/empty-state";
import { pageTitle } from "@/app/_ui/page-title";
import { readText, type SearchParams } from "@/app/_ui/search-params";
import { pathOfRoom } from "@/app/rooms/_frame/paths";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { listSharedFiles } from "@/lib/files/queries";
import { FILE_KINDS, FILE_SOURCES, type FileFilter } from "@/lib/files/workspace";
import { isId } from "@/lib/platform/ids";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import { openRoomPage } from "../../_frame/open-room";
import { FileFilters } from "./file-filters";
import { FileRows } from "./file-rows";

interface FilesPageProps {
  params: Promise<{ roomId: string }>;
  searchParams: SearchParams;
}

export const generateMetadata = pageTitle("files.title");

function readFilter(given: Awaited<SearchParams>): FileFilter {
  return {
    source: FILE_SOURCES.find((source) => source === readText(given, "source")) ?? "",
    kind: FILE_KINDS.find((kind) => kind === readText(given, "kind")) ?? "",
  };
}

export default drawPage("tab", async function FilesPage({ params, searchParams }: FilesPageProps) {
  const { access, room } = await openRoomPage((await params).roomId, "files");
  const [given, t] = await Promise.all([searchParams, getTranslations("files")]);
  const filter = readFilter(given);
  const before = readText(given, "before");
  const page = { limit: LIST_LIMIT_DEFAULT, after: isId("file", before) ? before : null };
  const found = await listSharedFiles(access, filter, page);
  const files = found.slice(0, page.limit);
  const last = found.length > page.limit ? files.at(-1) : undefined;
  const path = pathOfRoom(room.id, "files");
  const isFiltered = filter.source !== "" || filter.kind !== "";
  return (
    <>
      <h2 className="sr-only">{t("title")}</h2>
      <RoomWatch roomId={room.id} types={["file.uploaded"]} />
      {files.length === 0 && !isFiltered && page.after === null ? (
        <EmptyState icon={Files} title={t("empty.title")} text={t("empty.text")} />
      ) : (
        <>
          <FileFilters path={path} filter={filter} isDirect={room.isDirect} />
          {files.length > 0 ? (
            <FileRows files={files} roomId={room.id} />
          ) : (
            <EmptyState icon={SearchX} title={t("noMatch.title")} text={t("noMatch.text")} />
          )}
          <nav aria-label={t("pages")} className="mt-4 flex gap-5 text-dense">
            {page.after === null ? null : (
              <Link href={{ pathname: path, query: { ...filter } }} className="underline underline-offset-4">
                {t("newest")}
              </Link>
            )}
            {last ? (
              <Link
                href={{ pathname: path, query: { ...filter, before: last.id } }}
                className="underline underline-offset-4"
              >
                {t("older")}
              </Link>
            ) : null}
          </nav>
        </>
      )}
    </>
  );
});
