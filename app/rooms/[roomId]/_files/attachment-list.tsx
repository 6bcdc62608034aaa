"use client";

import { Download } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfDownload, pathOfFile } from "@/app/_links";
import { findPreview } from "@/lib/files/preview";
import { hasPreview, type SharedFile } from "@/lib/files/workspace";
import { FileIcon } from "./file-icon";
import { PicturePreview } from "./picture-preview";
import { useSizeText } from "./use-size-text";

export function AttachmentList({ files, label }: { files: readonly SharedFile[]; label: string }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-1.5 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id} className="max-w-full min-w-0">
          {hasPreview(file) ? <PicturePreview file={file} /> : <FileCard file={file} />}
        </li>
      ))}
    </ul>
  );
}

const CARD = "flex max-w-full min-w-0 rounded-control border border-line bg-surface";
const PART = "flex min-h-9 min-w-0 items-center gap-2.5 px-2.5 py-1.5 hover:bg-muted";

function FileCard({ file }: { file: SharedFile }) {
  const t = useTranslations("files");
  if (findPreview(file) === "none")
    return (
      <a href={pathOfDownload(file)} download={file.fileName} className={`${CARD} ${PART}`}>
        <FileName file={file} />
        <Download aria-hidden className="size-4 shrink-0 text-ink-3" />
        <span className="sr-only">{t("download")}</span>
      </a>
    );
  return (
    <span className={CARD}>
      <Link href={pathOfFile(file)} prefetch={false} className={`${PART} rounded-s-control`}>
        <FileName file={file} />
      </Link>
      <a
        href={pathOfDownload(file)}
        download={file.fileName}
        aria-label={t("downloadName", { name: file.fileName })}
        title={t("download")}
        className={`${PART} shrink-0 rounded-e-control border-s border-line text-ink-3 hover:text-ink pointer-coarse:min-w-11 pointer-coarse:justify-center`}
      >
        <Download aria-hidden className="size-4" />
      </a>
    </span>
  );
}

function FileName({ file }: { file: SharedFile }) {
  const sizeText = useSizeText();
  return (
    <>
      <FileIcon mimeType={file.mimeType} />
      <span className="min-w-0">
        <span className="block truncate text-dense font-medium">{file.fileName}</span>
        <span className="block text-xs text-ink-3">{sizeText(file.size)}</span>
      </span>
    </>
  );
}
