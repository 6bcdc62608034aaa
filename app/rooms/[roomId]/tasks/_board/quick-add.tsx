"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState, useEffect, useRef } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { FieldError } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { TASK_TITLE_MAX_LENGTH } from "@/lib/platform/limits";
import type { QuickAddState } from "../_form/form-state";
import { useProblems } from "../_form/use-problems";
import { addByTitle } from "../actions";

const IDLE: QuickAddState = { kind: "idle" };

/** Title and Enter, one task after another. The rest can be filled in on the task's page. */
export function QuickAdd({ roomId, boardId }: { roomId: string; boardId: string }) {
  const t = useTranslations("roomTasks.board");
  const [state, send, isPending] = useActionState(addByTitle, IDLE);
  const title = useRef<HTMLInputElement>(null);
  const { shown } = useProblems(state.kind === "refused" ? state.problems : []);
  useEffect(() => {
    if (state.kind === "added") title.current?.form?.reset();
    if (state.kind === "refused") title.current?.focus();
  }, [state]);
  return (
    <ActionForm action={send} noValidate className="grid gap-1.5 px-2 pb-2">
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="board" value={boardId} />
      <div className="flex gap-1.5">
        <Input
          ref={title}
          name="title"
          autoComplete="off"
          maxLength={TASK_TITLE_MAX_LENGTH * 2}
          defaultValue={state.kind === "refused" ? state.title : ""}
          placeholder={t("quickAdd")}
          aria-label={t("quickAdd")}
          className="min-w-0 border-line bg-transparent focus:bg-surface"
          {...(shown.length > 0 ? { "aria-invalid": true, "aria-describedby": "quick-add-error" } : {})}
        />
        <SubmitButton look="plain" isPending={isPending} aria-label={t("quickAddButton")} className="px-2.5">
          {isPending ? null : <Plus aria-hidden />}
        </SubmitButton>
      </div>
      <FieldError id="quick-add" error={shown[0]?.message} />
      <p role="status" className="sr-only">
        {state.kind === "added" ? t("added", { title: state.title }) : null}
      </p>
    </ActionForm>
  );
}
