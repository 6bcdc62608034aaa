"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button, LinkButton } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { ActionForm } from "@/app/_ui/form/action-form";
import type { FormAction } from "@/app/_ui/form/define-action";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Notice } from "@/app/_ui/page/notice";
import { useShownTitle } from "@/app/_ui/page/use-shown-title";
import { RECORD_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import type { RecordText } from "@/lib/records/check-text";
import { mergeTexts } from "@/lib/records/compare";
import { LineDiff } from "../_text/line-diff";
import type { RecordFormValues } from "../actions";
import { ContentField } from "./content-field";
import { useRecordText } from "./use-record-text";

type Conflict = { kind: "conflict"; values: RecordFormValues | null };

interface RecordFormProps {
  action: FormAction<Conflict, RecordFormValues | null>;
  roomId: string;
  record?: RecordFormValues & { id: string };
  draftKey: string;
  cancelHref: string;
}

const NOTHING: RecordFormValues = { title: "", content: "", version: 0 };

export function RecordForm({ action, roomId, record, draftKey, cancelHref }: RecordFormProps) {
  const t = useTranslations("roomRecords");
  const ui = useTranslations("ui");
  const isBrowser = useIsBrowser();
  const saved = record ?? NOTHING;
  const form = useForm<Conflict, RecordFormValues | null>(action);
  const { state, isPending } = form;
  const typed = state.kind === "idle" ? null : state.values;
  const { base, mine, isRestored, isDirty, change, startFrom } = useRecordText(saved, typed, draftKey);
  const element = useRef<HTMLFormElement>(null);
  useLeaveWarning(isDirty && !isPending, t("editor.leave"));
  const isBehind = isBrowser ? saved.version !== base.version : state.kind === "conflict";
  const version = state.kind === "refused" && typed ? typed.version : base.version;
  return (
    <ActionForm
      ref={element}
      form={form}
      failed={t("saveFailed", { count: form.problems.length })}
      hidden={{ roomId, recordId: record?.id ?? "", version, keepsText: String(isBrowser) }}
      noValidate
      className="grid grid-cols-1 gap-5"
      onKeyDown={(event) => {
        if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        element.current?.requestSubmit();
      }}
    >
      {isRestored && isDirty && !isBehind ? (
        <Notice role="status">
          {t("editor.restored")}{" "}
          <Button size="small" look="quiet" onClick={() => startFrom(saved)}>
            {t("editor.discard")}
          </Button>
        </Notice>
      ) : null}
      {isBehind ? <ConflictPanel base={base} mine={mine} saved={saved} onResolve={startFrom} /> : null}
      <TextField
        name="title"
        label={t("editor.title")}
        maxLength={RECORD_TITLE_MAX_LENGTH * 2}
        value={mine.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <ContentField value={mine.content} onChange={(content) => change({ content })} />
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton>{t(record ? "editor.save" : "editor.create")}</SubmitButton>
        <LinkButton look="quiet" href={cancelHref}>
          {ui("cancel")}
        </LinkButton>
        <p role="status" className="text-dense text-ink-3">
          {isDirty && isBrowser ? t("editor.unsaved") : ""}
        </p>
      </div>
    </ActionForm>
  );
}

function useLeaveWarning(isDirty: boolean, question: string): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || event.ctrlKey || event.metaKey) return;
      if (link.hash && link.pathname === location.pathname) return;
      if (confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const end = new AbortController();
    window.addEventListener("beforeunload", warn, { signal: end.signal });
    document.addEventListener("click", ask, { capture: true, signal: end.signal });
    return () => end.abort();
  }, [isDirty, question]);
}

interface ConflictPanelProps {
  base: RecordText;
  mine: RecordText;
  saved: RecordFormValues;
  onResolve: (text: RecordText) => void;
}

/** Nothing is lost either way: the overwritten text becomes a version. */
function ConflictPanel({ base, mine, saved, onResolve }: ConflictPanelProps) {
  const t = useTranslations("roomRecords.conflict");
  const shown = useShownTitle();
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
        {saved.title === mine.title ? null : <p>{t("theirTitle", { title: shown(saved.title) })}</p>}
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
