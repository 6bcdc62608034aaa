"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/button";
import { Notice } from "@/app/_ui/notice";
import { useIsBrowser } from "@/app/_ui/use-is-browser";
import type { RecordText } from "@/lib/records/check-text";
import { mergeTexts } from "@/lib/records/compare";
import { LineDiff } from "../_text/line-diff";

interface ConflictPanelProps {
  /** The text this form started from, its text now, and the text saved elsewhere. */
  base: RecordText;
  mine: RecordText;
  saved: RecordText & { version: number };
  onResolve: (text: RecordText) => void;
}

/** Nothing is lost either way: the overwritten text becomes a version. */
export function ConflictPanel({ base, mine, saved, onResolve }: ConflictPanelProps) {
  const t = useTranslations("roomRecords.conflict");
  const isBrowser = useIsBrowser();
  const content = mergeTexts({ base: base.content, mine: mine.content, theirs: saved.content });
  const title = mine.title === base.title ? saved.title : mine.title;
  return (
    <section aria-labelledby="conflict" className="grid grid-cols-1 gap-3">
      <Notice tone="warn" role="status">
        <h3 id="conflict" className="font-semibold">
          {t("title", { version: saved.version })}
        </h3>
        <p>{t("text")}</p>
        {saved.title === mine.title ? null : <p className="break-words">{t("theirTitle", { title: saved.title })}</p>}
      </Notice>
      <p className="text-dense text-ink-2">{t("legend")}</p>
      <LineDiff before={saved.content} after={mine.content} label={t("label")} />
      {isBrowser ? (
        <div className="flex flex-wrap items-center gap-2">
          {content === null ? (
            <p className="w-full text-dense text-ink-2">{t("byHand")}</p>
          ) : (
            <Button onClick={() => onResolve({ title, content })}>{t("merge")}</Button>
          )}
          <Button onClick={() => onResolve(mine)}>{t("mine")}</Button>
          <Button onClick={() => onResolve({ title: saved.title, content: saved.content })}>{t("theirs")}</Button>
        </div>
      ) : (
        <textarea readOnly aria-label={t("theirText")} rows={8} value={saved.content} className="control h-auto py-2" />
      )}
    </section>
  );
}
