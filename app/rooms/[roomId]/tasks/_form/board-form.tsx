"use client";

import { useTranslations } from "next-intl";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { BOARD_NAME_MAX_LENGTH } from "@/lib/platform/limits";
import { addBoard } from "../actions";

export function BoardForm({ roomId, cancelHref }: { roomId: string; cancelHref?: string }) {
  const t = useTranslations("roomTasks");
  const form = useForm(addBoard);
  return (
    <ActionForm
      form={form}
      failed={t("form.failed", { count: form.problems.length })}
      hidden={{ roomId }}
      noValidate
      className="grid w-full max-w-md gap-4 text-start"
    >
      <TextField
        name="name"
        label={t("boards.name")}
        hint={t("boards.nameHint")}
        maxLength={BOARD_NAME_MAX_LENGTH * 2}
        defaultValue={form.values ?? ""}
        placeholder={t("boards.namePlaceholder")}
      />
      {cancelHref ? (
        <FormButtons submit={t("boards.create")} cancelHref={cancelHref} />
      ) : (
        <div>
          <SubmitButton>{t("boards.create")}</SubmitButton>
        </div>
      )}
    </ActionForm>
  );
}
