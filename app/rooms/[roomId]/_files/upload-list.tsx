"use client";

import { Paperclip } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/app/_ui/controls/button";
import { useLoaded } from "@/app/_ui/controls/use-loaded";
import type { Uploads } from "./use-uploads";

const loadRow = async () => (await import("./upload-row")).UploadRow;

interface UploadListProps extends Pick<Uploads, "uploads" | "retry" | "cancel"> {
  hidesDone?: boolean;
}

/** Each file with its progress and actions. Screen readers hear when one finishes or fails, not each step. */
export function UploadList({ uploads, retry, cancel, hidesDone = false }: UploadListProps) {
  const t = useTranslations("files.upload");
  const failed = uploads.filter(({ state }) => state === "failed").length;
  const done = uploads.filter(({ state }) => state === "done").length;
  const [UploadRow, want] = useLoaded(loadRow);
  const shown = hidesDone ? uploads.filter(({ state }) => state !== "done") : uploads;
  useEffect(() => {
    if (uploads.length > 0) void want();
  }, [uploads.length, want]);
  return (
    <>
      <p role="status" className="sr-only">
        {uploads.length === 0 ? "" : t("summary", { done, failed, count: uploads.length })}
      </p>
      {shown.length === 0 ? null : (
        <ul aria-label={t("list")} className="grid grid-cols-1 gap-1.5">
          {shown.map((upload) => (
            <li key={upload.key} className="rounded-control border border-line bg-surface px-2.5 py-1.5">
              {UploadRow ? <UploadRow upload={upload} retry={retry} cancel={cancel} /> : upload.file.name}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ChooseFilesProps {
  onFiles: (files: File[]) => void;
  label: string;
  /** Shows only the icon and keeps the label for screen readers. */
  isCompact?: boolean;
}

export function ChooseFiles({ onFiles, label, isCompact = false }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Choosing the same file twice must fire a change event.
          currentTarget.value = "";
        }}
      />
      <Button
        look={isCompact ? "quiet" : "plain"}
        size={isCompact ? "icon" : "small"}
        onClick={() => input.current?.click()}
        {...(isCompact ? { "aria-label": label, title: label } : {})}
      >
        <Paperclip aria-hidden />
        {isCompact ? null : label}
      </Button>
    </>
  );
}
