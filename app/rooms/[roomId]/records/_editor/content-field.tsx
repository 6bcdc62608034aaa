"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ErrorText } from "@/app/_ui/form/field";
import { useFieldError } from "@/app/_ui/form/use-form";
import { countCodePoints } from "@/lib/platform/characters";
import { RECORD_CONTENT_MAX_LENGTH } from "@/lib/platform/limits";
import { Markdown } from "../_text/markdown";

interface ContentFieldProps {
  value: string;
  onChange: (content: string) => void;
}

/** The textarea stays mounted behind the preview, so its text and undo history survive. */
export function ContentField({ value, onChange }: ContentFieldProps) {
  const t = useTranslations("roomRecords.editor");
  const error = useFieldError("text");
  const isBrowser = useIsBrowser();
  const [isPreview, setPreview] = useState(false);
  const later = useDeferredValue(value);
  const length = countCodePoints(later);
  const isTooLong = length > RECORD_CONTENT_MAX_LENGTH;
  const problem = error ?? (isTooLong ? t("tooLong", { over: length - RECORD_CONTENT_MAX_LENGTH }) : undefined);
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor="text" className="text-dense font-medium">
          {t("content")}
        </label>
        {isBrowser ? (
          <fieldset className="flex gap-1">
            <legend className="sr-only">{t("view")}</legend>
            {([false, true] as const).map((choice) => (
              <Button
                key={String(choice)}
                size="small"
                look={isPreview === choice ? "plain" : "quiet"}
                aria-pressed={isPreview === choice}
                onClick={() => setPreview(choice)}
              >
                {t(choice ? "preview" : "write")}
              </Button>
            ))}
          </fieldset>
        ) : null}
      </div>
      {isPreview ? (
        <section aria-label={t("preview")} className="card min-h-96 p-5">
          <Markdown text={later} />
        </section>
      ) : null}
      <textarea
        id="text"
        name="content"
        rows={20}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-describedby={`text-hint${problem ? " text-error" : ""}`}
        aria-invalid={problem ? true : undefined}
        className={joinClasses(
          "control h-auto resize-y py-2 font-mono leading-relaxed [field-sizing:content] min-h-96 max-h-[70vh]",
          isPreview && "hidden",
        )}
      />
      <ErrorText id="text" error={problem} />
      <p id="text-hint" className="flex flex-wrap justify-between gap-x-4 text-dense text-ink-3">
        <span>{t("contentHint")}</span>
        <span>{t("length", { length, max: RECORD_CONTENT_MAX_LENGTH })}</span>
      </p>
    </div>
  );
}
