import { Download } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Time } from "@/app/_ui/time";
import { pathOfDownload, pathOfMessage, pathOfRoom } from "@/app/rooms/_frame/paths";
import { FILE_SOURCES, hasPreview, type SharedFile } from "@/lib/files/workspace";
import { FileIcon } from "../_files/file-icon";
import { PicturePreview } from "../_files/picture-preview";
import { useSizeText } from "../_files/use-size-text";

/** One row for each file; on a phone the details move below the name. */
export function FileRows({ files, roomId }: { files: readonly SharedFile[]; roomId: string }) {
  const t = useTranslations("files");
  return (
    <ul aria-label={t("title")} className="card divide-y divide-line">
      {files.map((file) => (
        <li key={file.id} className="flex items-center gap-3 px-3 py-2.5 sm:px-4">
          <div className="grid w-14 shrink-0 place-items-center">
            {hasPreview(file) ? <PicturePreview file={file} isSmall /> : <FileIcon mimeType={file.mimeType} />}
          </div>
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{file.fileName}</p>
            <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
              <span>{file.uploadedBy ?? t("someone")}</span>
              <Time value={file.createdAt} />
              <SizeText sizeBytes={file.size} />
              <Place roomId={roomId} file={file} />
            </p>
          </div>
          <a
            href={pathOfDownload(file)}
            download={file.fileName}
            className="grid size-8 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-muted hover:text-ink"
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

/** Links to the message or task that the file is attached to. */
function Place({ roomId, file }: { roomId: string; file: SharedFile }) {
  const t = useTranslations("files");
  const { messageId, taskId, source } = file;
  if (messageId === null && taskId === null) {
    const known = FILE_SOURCES.find((name) => name === source);
    return known ? <span>{t(`filters.sources.${known}`)}</span> : null;
  }
  return (
    <Link
      href={messageId === null ? `${pathOfRoom(roomId, "tasks")}/${taskId}` : pathOfMessage(roomId, messageId)}
      className="text-ink-2 underline underline-offset-2 hover:text-ink"
    >
      {t(messageId === null ? "toTask" : "toMessage")}
    </Link>
  );
}

function SizeText({ sizeBytes }: { sizeBytes: number }) {
  return <span>{useSizeText()(sizeBytes)}</span>;
}
