"use client";

import { CircleAlert, CircleCheck, FileUp, RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/controls/button";
import { Meter } from "@/app/_ui/shown/meter";
import { useSizeText } from "./use-size-text";
import type { Upload, Uploads } from "./use-uploads";

const LOOKS = {
  chosen: [FileUp, "text-ink-3"],
  waiting: [FileUp, "text-ink-3"],
  sending: [FileUp, "text-accent"],
  done: [CircleCheck, "text-good"],
  failed: [CircleAlert, "text-bad"],
} as const;

interface UploadRowProps extends Pick<Uploads, "retry" | "cancel"> {
  upload: Upload;
}

export function UploadRow({ upload, retry, cancel }: UploadRowProps) {
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
