"use client";

/* oxlint-disable nextjs/no-img-element -- the bytes are behind a signed URL of the reader's own: no optimizer could fetch them. */

import { Download, ImageOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { pathOfDownload, pathOfPicture } from "@/app/_links";
import { LinkButton } from "@/app/_ui/controls/button";
import { Dialog } from "@/app/_ui/controls/dialog";
import type { SharedFile } from "@/lib/files/workspace";
import { useSizeText } from "./use-size-text";

/**
 * A picture of a type that browsers only decode. The URL is served as an attachment, so it is displayed here and
 * saved when opened by itself. Without JavaScript, and on a middle click, the link downloads it.
 */
export function PicturePreview({ file, isSmall = false }: { file: SharedFile; isSmall?: boolean }) {
  const t = useTranslations("files");
  const sizeText = useSizeText();
  const [isOpen, setOpen] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const path = pathOfDownload(file);
  return (
    <>
      <a
        href={path}
        download={file.fileName}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || isBroken) return;
          event.preventDefault();
          setOpen(true);
        }}
        aria-label={t("preview.open", { name: file.fileName })}
        className="block max-w-full overflow-hidden rounded-control border border-line bg-muted"
      >
        {isBroken ? (
          <span className="flex items-center gap-2 px-2.5 py-1.5 text-dense text-ink-2">
            <ImageOff aria-hidden className="size-4 shrink-0" />
            {isSmall ? null : <span className="truncate">{file.fileName}</span>}
          </span>
        ) : (
          // biome-ignore lint/performance/noImgElement: the bytes are behind a URL signed for this reader.
          <img
            src={pathOfPicture(file)}
            alt=""
            loading="lazy"
            onError={() => setBroken(true)}
            className={isSmall ? "size-12 object-cover" : "h-32 max-w-full min-w-20 object-cover"}
          />
        )}
      </a>
      <Dialog open={isOpen} onOpenChange={setOpen} title={file.fileName} className="w-[min(64rem,calc(100vw-1.5rem))]">
        <div className="grid gap-4 p-5">
          {/* biome-ignore lint/performance/noImgElement: as above */}
          <img
            src={pathOfPicture(file)}
            alt={file.fileName}
            className="max-h-[60vh] max-w-full justify-self-center object-contain"
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-dense text-ink-2">
              {[file.uploadedBy, sizeText(file.size)].filter(Boolean).join(" · ")}
            </p>
            <LinkButton href={path} download={file.fileName}>
              <Download aria-hidden />
              {t("download")}
            </LinkButton>
          </div>
        </div>
      </Dialog>
    </>
  );
}
