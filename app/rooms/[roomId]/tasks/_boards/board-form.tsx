"use client";

import { useTranslations } from "next-intl";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { BOARD_NAME_MAX_LENGTH } from "@/lib/platform/limits";
import { addBoard } from "../actions";
import { renameBoard } from "./actions";

interface BoardFormProps {
  roomId: string;
  board?: { id: string; name: string };
  cancelHref?: string;
}

export function BoardForm({ roomId, board, cancelHref }: BoardFormProps) {
  const t = useTranslations("roomTasks");
  const form = useForm(board ? renameBoard : addBoard);
  const submit = t(board ? "boards.rename" : "boards.create");
  return (
    <ActionForm
      form={form}
      failed={t("form.failed", { count: form.problems.length })}
      hidden={board ? { roomId, boardId: board.id } : { roomId }}
      noValidate
      className="grid w-full max-w-md gap-4 text-start"
    >
      <TextField
        name="name"
        label={t("boards.name")}
        maxLength={BOARD_NAME_MAX_LENGTH * 2}
        defaultValue={form.values ?? board?.name ?? ""}
        placeholder={t("boards.namePlaceholder")}
      />
      {cancelHref ? (
        <FormButtons submit={submit} cancelHref={cancelHref} />
      ) : (
        <div>
          <SubmitButton>{submit}</SubmitButton>
        </div>
      )}
    </ActionForm>
  );
}
