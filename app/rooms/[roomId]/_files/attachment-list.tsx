"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { pathOfDownload } from "@/app/rooms/_frame/paths";
import { hasPreview, type SharedFile } from "@/lib/files/workspace";
import { FileIcon } from "./file-icon";
import { PicturePreview } from "./picture-preview";
import { useSizeText } from "./use-size-text";

/** The files of a message or a task. Pictures are shown; everything else is a download link. */
export function AttachmentList({ files, label }: { files: readonly SharedFile[]; label: string }) {
  const t = useTranslations("files");
  const sizeText = useSizeText();
  if (files.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-1.5 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id} className="max-w-full min-w-0">
          {hasPreview(file) ? (
            <PicturePreview file={file} />
          ) : (
            <a
              href={pathOfDownload(file)}
              download={file.fileName}
              className="flex max-w-full min-w-0 items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 py-1.5 hover:bg-muted"
            >
              <FileIcon mimeType={file.mimeType} />
              <span className="min-w-0">
                <span className="block truncate text-dense font-medium">{file.fileName}</span>
                <span className="block text-xs text-ink-3">{sizeText(file.size)}</span>
              </span>
              <Download aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="sr-only">{t("download")}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
