"use client";

import { CircleAlert, CircleCheck, FileUp, Paperclip, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/app/_ui/controls/button";
import { Meter } from "@/app/_ui/shown/meter";
import { useSizeText } from "./use-size-text";
import type { Upload, Uploads } from "./use-uploads";

interface UploadListProps extends Pick<Uploads, "uploads" | "retry" | "cancel"> {
  hidesDone?: boolean;
}

/** Each file with its progress and actions. Screen readers hear when one finishes or fails, not each step. */
export function UploadList({ uploads, retry, cancel, hidesDone = false }: UploadListProps) {
  const t = useTranslations("files.upload");
  const failed = uploads.filter(({ state }) => state === "failed").length;
  const done = uploads.filter(({ state }) => state === "done").length;
  const shown = hidesDone ? uploads.filter(({ state }) => state !== "done") : uploads;
  return (
    <>
      <p role="status" className="sr-only">
        {uploads.length === 0 ? "" : t("summary", { done, failed, count: uploads.length })}
      </p>
      {shown.length === 0 ? null : (
        <ul aria-label={t("list")} className="grid grid-cols-1 gap-1.5">
          {shown.map((upload) => (
            <li key={upload.key} className="rounded-control border border-line bg-surface px-2.5 py-1.5">
              <Row upload={upload} retry={retry} cancel={cancel} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const LOOKS = {
  chosen: [FileUp, "text-ink-3"],
  waiting: [FileUp, "text-ink-3"],
  sending: [FileUp, "text-accent"],
  done: [CircleCheck, "text-good"],
  failed: [CircleAlert, "text-bad"],
} as const;

function Row({ upload, retry, cancel }: { upload: Upload } & Pick<Uploads, "retry" | "cancel">) {
  const t = useTranslations("files.upload");
  const sizeText = useSizeText();
  const { key, file, state, problem, sentBytes } = upload;
  const [Icon, tone] = LOOKS[state];
  const percent = Math.floor((100 * sentBytes) / Math.max(1, file.size));
  const canRetry = state === "failed" && problem !== "empty" && problem !== "too_large";
  return (
    <div className="flex items-center gap-2.5">
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate text-dense font-medium">{file.name}</span>
          <span className="text-xs text-ink-3">{sizeText(file.size)}</span>
          <span className={`text-xs ${problem ? "text-bad" : "text-ink-3"}`}>
            {problem ? t(`problems.${problem}`) : t(`states.${state}`, { percent })}
          </span>
        </p>
        {state === "sending" ? (
          <div
            role="progressbar"
            aria-label={file.name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className="mt-1"
          >
            <Meter value={sentBytes} max={file.size} isProgress />
          </div>
        ) : null}
      </div>
      {canRetry ? (
        <Button look="quiet" size="icon" onClick={() => retry(key)} aria-label={t("retry", { name: file.name })}>
          <RotateCcw aria-hidden />
        </Button>
      ) : null}
      <Button
        look="quiet"
        size="icon"
        onClick={() => cancel(key)}
        aria-label={t(state === "done" ? "dismiss" : "cancel", { name: file.name })}
      >
        <X aria-hidden />
      </Button>
    </div>
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
