"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ActionForm } from "@/app/_ui/form/action-form";
import { ErrorText } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Input } from "@/app/_ui/input";
import { TASK_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import { addByTitle } from "../actions";

/** Title and Enter, one task after another. The rest can be filled in on the task's page. */
export function QuickAdd({ roomId, boardId }: { roomId: string; boardId: string }) {
  const t = useTranslations("roomTasks.board");
  const form = useForm(addByTitle);
  const { state } = form;
  const problem = form.problems[0]?.message;
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state.kind === "added") title.current?.form?.reset();
    if (state.kind === "refused") title.current?.focus();
  }, [state]);
  return (
    <ActionForm form={form} hidden={{ roomId, board: boardId }} noValidate className="grid gap-1.5 px-2 pb-2">
      <div className="flex gap-1.5">
        <Input
          ref={title}
          name="title"
          autoComplete="off"
          maxLength={TASK_TITLE_MAX_LENGTH * 2}
          defaultValue={form.values ?? ""}
          placeholder={t("quickAdd")}
          aria-label={t("quickAdd")}
          className="min-w-0 border-line bg-transparent focus:bg-surface"
          {...(problem ? { "aria-invalid": true, "aria-describedby": "quick-add-error" } : {})}
        />
        <SubmitButton look="plain" icon={<Plus aria-hidden />} aria-label={t("quickAddButton")} className="px-2.5" />
      </div>
      <ErrorText id="quick-add" error={problem} />
      <p role="status" className="sr-only">
        {state.kind === "added" ? t("added", { title: state.title }) : null}
      </p>
    </ActionForm>
  );
}
