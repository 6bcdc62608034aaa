/* oxlint-disable nextjs/no-img-element -- the bytes are behind a signed URL of the reader's own: no optimizer could fetch them. */
import { FileQuestion, FileX } from "lucide-react";
import { useTranslations } from "next-intl";
import { pathOfPicture } from "@/app/_links";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { Notice } from "@/app/_ui/page/notice";
import { orNotFound } from "@/app/_ui/page/or-not-found";
import { openAsPerson } from "@/lib/access/open-as-person";
import { openFile } from "@/lib/files/download";
import { findPreview, PREVIEW_TEXT_BYTES, type PreviewText } from "@/lib/files/preview";
import { isShownPicture, readPreviewText } from "@/lib/files/read-preview";
import type { SharedFile } from "@/lib/files/workspace";
import { useSizeText } from "../../_files/use-size-text";
import { PdfView } from "./pdf-view";

export async function FilePreview({ userId, file }: { userId: string; file: SharedFile }) {
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
