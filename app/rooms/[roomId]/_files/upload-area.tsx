"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { FILE_MAX_BYTES } from "@/lib/platform/limits";
import type { UploadTarget } from "./send-file";
import { ChooseFiles, UploadList } from "./upload-list";
import { useFileDrop } from "./use-file-drop";
import { useSizeText } from "./use-size-text";
import { useUploads } from "./use-uploads";

/** Attaches files to a message or a task: dropped, pasted or chosen, several at once, each with its progress. */
export function UploadArea({ roomId, target }: { roomId: string; target: UploadTarget }) {
  const t = useTranslations("files.upload");
  const sizeText = useSizeText();
  const router = useRouter();
  const { uploads, add, retry, cancel } = useUploads(roomId, () => router.refresh());
  const drop = useFileDrop((files) => add(files, target));
  return (
    <section aria-label={t("area")} className="grid grid-cols-1 gap-2" {...drop.handlers}>
      <div
        className={joinClasses(
          "flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-dashed px-3 py-3 transition-colors",
          drop.isOver ? "border-accent bg-accent-soft" : "border-line-strong",
        )}
      >
        <ChooseFiles label={t("choose")} onFiles={(files) => add(files, target)} />
        <p className="text-dense text-ink-2">{t("drop")}</p>
        <p className="text-xs text-ink-3">{t("limits", { size: sizeText(FILE_MAX_BYTES) })}</p>
      </div>
      <UploadList uploads={uploads} retry={retry} cancel={cancel} />
    </section>
  );
}
