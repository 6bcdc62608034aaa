import { Download, Files, Paperclip, SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { pathOfDownload, pathOfFile, pathOfRoom } from "@/app/_links";
import { IconLink } from "@/app/_ui/controls/icon-link";
import { ChoiceSelect } from "@/app/_ui/form/choice-select";
import { FilterForm } from "@/app/_ui/list/filter-form";
import { readText } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { pageTitle } from "@/app/_ui/page/page-title";
import { renderPage } from "@/app/_ui/page/render-page";
import { Time } from "@/app/_ui/shown/time";
import { openRoomPage, type RoomPageProps } from "@/app/rooms/_frame/open-room";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { FILE_SOURCES } from "@/lib/files/file";
import { listSharedFiles } from "@/lib/files/queries";
import { FILE_KINDS, type FileFilter, hasPreview, type SharedFile } from "@/lib/files/workspace";
import { isId } from "@/lib/platform/ids";
import { LIST_LIMIT_DEFAULT } from "@/lib/platform/limits";
import type { OriginMark } from "@/lib/requests/origin-mark";
import { readOrigins } from "@/lib/requests/read-origins";
import { FileIcon } from "../_files/file-icon";
import { PicturePreview } from "../_files/picture-preview";
import { useSizeText } from "../_files/use-size-text";
import { FilePlace } from "./file-place";
import { readFilter } from "./read-filter";

export const generateMetadata = pageTitle("files.title");

export default renderPage("tab", async function FilesPage({ params, searchParams }: RoomPageProps) {
  const { userId, access, room, canWrite } = await openRoomPage((await params).roomId, "files");
  const [given, t] = await Promise.all([searchParams, getTranslations("files")]);
  const filter = readFilter(given);
  const before = readText(given, "before");
  const page = { limit: LIST_LIMIT_DEFAULT, after: isId("file", before) ? before : null };
  const found = await listSharedFiles(access, filter, page);
  const rows = found.slice(0, page.limit).map(({ viaId, viaRequestId, ...file }) => {
    return { file, written: { viaId, viaRequestId, authorId: file.uploadedById, at: file.createdAt } };
  });
  const describeOrigin = await readOrigins(
    userId,
    access,
    rows.map(({ written }) => written),
  );
  const files = rows.map(({ file, written }) => ({ file, via: describeOrigin(written) }));
  const last = found.length > page.limit ? files.at(-1)?.file : undefined;
  const path = pathOfRoom(room.id, "files");
  const isFiltered = filter.source !== "" || filter.kind !== "";
  return (
    <>
      <h2 className="sr-only">{t("title")}</h2>
      <RoomWatch roomId={room.id} types={["file.uploaded"]} />
      {files.length === 0 && !isFiltered && page.after === null ? (
        <EmptyState icon={Files} title={t("empty.title")} text={t(room.isDirect ? "empty.direct" : "empty.text")}>
          {canWrite ? (
            <IconLink icon={Paperclip} href={`${pathOfRoom(room.id)}#message-body`}>
              {t("empty.attach")}
            </IconLink>
          ) : null}
        </EmptyState>
      ) : (
        <>
          <FileFilters path={path} filter={filter} isDirect={room.isDirect} />
          {files.length > 0 ? (
            <FileRows files={files} filter={filter} />
          ) : (
            <EmptyState icon={SearchX} title={t("noMatch.title")} />
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

function FileFilters({ path, filter, isDirect }: { path: string; filter: FileFilter; isDirect: boolean }) {
  const t = useTranslations("files.filters");
  return (
    <FilterForm
      key={JSON.stringify(filter)}
      path={path}
      label={t("label")}
      isFiltered={filter.source !== "" || filter.kind !== ""}
    >
      <ChoiceSelect
        name="kind"
        label={t("kind")}
        value={filter.kind}
        all={t("anyKind")}
        options={FILE_KINDS.map((kind) => [kind, t(`kinds.${kind}`)])}
        className="w-48"
      />
      {isDirect ? null : (
        <ChoiceSelect
          name="source"
          label={t("source")}
          value={filter.source}
          all={t("anySource")}
          options={FILE_SOURCES.map((source) => [source, t(`sources.${source}`)])}
          className="w-40"
        />
      )}
    </FilterForm>
  );
}

function FileRows({
  files,
  filter,
}: {
  files: readonly { file: SharedFile; via: OriginMark | null }[];
  filter: FileFilter;
}) {
  const t = useTranslations("files");
  const sizeText = useSizeText();
  return (
    <ul aria-label={t("title")} className="card divide-y divide-line">
      {files.map(({ file, via }) => (
        <li key={file.id} className="flex items-center gap-3 px-3 py-2.5 sm:px-4">
          <div className="grid w-14 shrink-0 place-items-center">
            {hasPreview(file) ? <PicturePreview file={file} isSmall /> : <FileIcon mimeType={file.mimeType} />}
          </div>
          <div className="min-w-0 flex-1">
            <Link
              href={pathOfFile(file, { ...filter })}
              prefetch={false}
              className="flex min-h-6 items-center font-medium hover:underline hover:underline-offset-4"
            >
              <span className="min-w-0">{file.fileName}</span>
            </Link>
            <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
              <span>{file.uploadedBy ?? t("someone")}</span>
              <ViaMark via={via} />
              <Time value={file.createdAt} />
              <span>{sizeText(file.size)}</span>
              <FilePlace file={file} />
            </p>
          </div>
          <a
            href={pathOfDownload(file)}
            download={file.fileName}
            className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-muted hover:text-ink pointer-coarse:size-11"
            aria-label={t("downloadName", { name: file.fileName })}
            title={t("download")}
          >
            <Download aria-hidden className="size-4" />
          </a>
        </li>
      ))}
    </ul>
  );
}
