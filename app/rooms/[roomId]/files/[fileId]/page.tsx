/* oxlint-disable nextjs/no-img-element -- the bytes are behind a signed URL of the reader's own: no optimizer could fetch them. */
import { ChevronLeft, ChevronRight, Download, FileQuestion, FileX } from "lucide-react";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { pathOfDownload, pathOfFile, pathOfFiles, pathOfPicture } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import type { SearchParams } from "@/app/_ui/list/search-params";
import { BackLink } from "@/app/_ui/page/back-link";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { Notice } from "@/app/_ui/page/notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { renderPage, titlePage } from "@/app/_ui/page/render-page";
import { Time } from "@/app/_ui/shown/time";
import { openRoomPage } from "@/app/rooms/_frame/open-room";
import { ViaMark } from "@/app/rooms/_frame/via-mark";
import { RoomWatch } from "@/app/rooms/_live/room-watch";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openFile } from "@/lib/files/download";
import { findPreview, PREVIEW_TEXT_BYTES, type PreviewText } from "@/lib/files/preview";
import { readSharedFile } from "@/lib/files/queries";
import { isShownPicture, readPreviewText } from "@/lib/files/read-preview";
import type { SharedFile } from "@/lib/files/workspace";
import { readOrigins } from "@/lib/requests/read-origins";
import { useSizeText } from "../../_files/use-size-text";
import { FilePlace } from "../file-place";
import { readFilter } from "../read-filter";
import { FileKeys } from "./file-keys";
import { PdfView } from "./pdf-view";

interface Props {
  params: Promise<{ roomId: string; fileId: string }>;
  searchParams: SearchParams;
}

const openShared = cache(async (roomId: string, fileId: string, kind: string, source: string) => {
  const opened = await openRoomPage(roomId, "files");
  const filter = readFilter({ kind, source });
  return { ...opened, filter, ...(await orNotFound(readSharedFile(opened.access, filter, fileId))) };
});

async function openFilePage({ params, searchParams }: Props) {
  const [{ roomId, fileId }, given] = await Promise.all([params, searchParams]);
  const { kind, source } = readFilter(given);
  return openShared(roomId, fileId, kind, source);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return titlePage("file", async () => (await openFilePage(props)).file.fileName);
}

export default renderPage("file", async function FilePage(props: Props) {
  const [opened, t] = await Promise.all([openFilePage(props), getTranslations("files")]);
  const { userId, access, room, filter, newerId, olderId } = opened;
  const { viaId, viaRequestId, ...file } = opened.file;
  const written = { viaId, viaRequestId, authorId: file.uploadedById, at: file.createdAt };
  const describeOrigin = await readOrigins(userId, access, [written]);
  const list = pathOfFiles(room.id, { ...filter });
  const pathTo = (id: string) => pathOfFile({ roomId: room.id, id }, { ...filter });
  return (
    <>
      <RoomWatch roomId={room.id} types={["file.", "room.member.removed"]} />
      <FileKeys newer={newerId && pathTo(newerId)} older={olderId && pathTo(olderId)} list={list} />
      <BackLink href={list}>{t("preview.back")}</BackLink>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-lg font-semibold">{file.fileName}</h2>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
            <span>{file.uploadedBy ?? t("someone")}</span>
            <ViaMark via={describeOrigin(written)} />
            <Time value={file.createdAt} />
            <Size bytes={file.size} />
            <FilePlace file={file} />
          </p>
        </div>
        <div className="flex items-center gap-2">
          <nav aria-label={t("preview.files")} className="flex items-center gap-1">
            <Step id={newerId} label={t("preview.newer")} pathTo={pathTo}>
              <ChevronLeft aria-hidden />
            </Step>
            <Step id={olderId} label={t("preview.older")} pathTo={pathTo}>
              <ChevronRight aria-hidden />
            </Step>
          </nav>
          <a
            href={pathOfDownload(file)}
            download={file.fileName}
            className="inline-flex h-9 items-center gap-1.5 pointer-coarse:h-11 rounded-control border border-line bg-surface px-3.5 text-sm font-medium hover:bg-muted"
          >
            <Download aria-hidden className="size-4" />
            {t("download")}
          </a>
        </div>
      </div>
      <FilePreview key={file.id} userId={userId} file={file} />
    </>
  );
});

function Size({ bytes }: { bytes: number }) {
  return <span>{useSizeText()(bytes)}</span>;
}

function Step(props: { id: string | null; label: string; pathTo: (id: string) => string; children: React.ReactNode }) {
  const { id, label, pathTo, children } = props;
  if (id === null)
    return (
      <span
        aria-hidden
        className="grid size-9 place-items-center text-ink-3 opacity-40 pointer-coarse:size-11 [&_svg]:size-4"
      >
        {children}
      </span>
    );
  return (
    <LinkButton
      look="plain"
      size="icon"
      className="size-9! pointer-coarse:size-11!"
      href={pathTo(id)}
      aria-label={label}
      title={label}
    >
      {children}
    </LinkButton>
  );
}

async function FilePreview({ userId, file }: { userId: string; file: SharedFile }) {
  const params = { roomId: file.roomId, fileId: file.id };
  switch (findPreview(file)) {
    case "picture":
      if (!(await orNotFound(openAsPerson(userId, params, openFile).then(isShownPicture))))
        return <NoPreview reason="none" />;
      return (
        <div className="card grid place-items-center bg-muted p-3">
          {/* biome-ignore lint/performance/noImgElement: the bytes are behind a URL signed for this reader. */}
          <img src={pathOfPicture(file)} alt={file.fileName} className="max-h-[75dvh] max-w-full object-contain" />
        </div>
      );
    case "pdf":
      return <PdfView file={file} />;
    case "text": {
      const text = await orNotFound(openAsPerson(userId, params, openFile).then(readPreviewText));
      return text ? <TextView file={file} {...text} /> : <NoPreview reason="unreadable" />;
    }
    case "none":
      return <NoPreview reason="none" />;
  }
}

function NoPreview({ reason }: { reason: "none" | "unreadable" }) {
  const t = useTranslations("files.preview");
  const Icon = reason === "none" ? FileQuestion : FileX;
  return <EmptyState icon={Icon} title={t(`${reason}.title`)} text={t(`${reason}.text`)} />;
}

function TextView({ file, text, isCut, hasHidden }: PreviewText & { file: SharedFile }) {
  const t = useTranslations("files.preview");
  const sizeText = useSizeText();
  return (
    <div className="grid grid-cols-1 gap-3">
      {hasHidden ? <Notice tone="warn">{t("hidden")}</Notice> : null}
      {isCut ? <Notice>{t("cut", { shown: sizeText(PREVIEW_TEXT_BYTES), size: sizeText(file.size) })}</Notice> : null}
      <section
        aria-label={t("content", { name: file.fileName })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll it by keyboard.
        tabIndex={0}
        className="card max-h-[75dvh] overflow-auto p-4"
      >
        <pre className="font-mono text-dense [tab-size:4] [unicode-bidi:plaintext] max-sm:wrap-anywhere max-sm:whitespace-pre-wrap">
          {text}
        </pre>
      </section>
    </div>
  );
}
