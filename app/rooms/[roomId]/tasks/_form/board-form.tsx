"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { BOARD_NAME_MAX_LENGTH } from "@/lib/platform/limits";
import { addBoard } from "../actions";
import type { BoardFormState } from "./form-state";
import { useProblems } from "./use-problems";

const EMPTY: BoardFormState = { name: "", problems: [] };

export function BoardForm({ roomId, cancelHref }: { roomId: string; cancelHref?: string }) {
  const t = useTranslations("roomTasks");
  const [state, send, isPending] = useActionState(addBoard, EMPTY);
  const { shown, findError, title } = useProblems(state.problems);
  return (
    <ActionForm action={send} noValidate className="grid w-full max-w-md gap-4 text-left">
      {shown.length > 0 ? <ErrorSummary answer={state} title={title} problems={shown} /> : null}
      <input type="hidden" name="roomId" value={roomId} />
      <Field id="name" label={t("boards.name")} hint={t("boards.nameHint")} error={findError("name")}>
        {(aria) => (
          <Input
            {...aria}
            name="name"
            autoComplete="off"
            maxLength={BOARD_NAME_MAX_LENGTH * 2}
            defaultValue={state.name}
            placeholder={t("boards.namePlaceholder")}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t("boards.create")}</SubmitButton>
        {cancelHref ? (
          <LinkButton look="quiet" href={cancelHref}>
            {t("form.cancel")}
          </LinkButton>
        ) : null}
      </div>
    </ActionForm>
  );
}
