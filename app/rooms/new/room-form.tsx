"use client";

import { useTranslations } from "next-intl";
import { ActionForm, FormButtons } from "@/app/_ui/form/action-form";
import { FieldGroup, TextField } from "@/app/_ui/form/field";
import { useForm } from "@/app/_ui/form/use-form";
import { Checkbox } from "@/app/_ui/input";
import { ROOMS_PATH } from "@/app/rooms/_frame/paths";
import type { Candidate } from "@/lib/rooms/queries";
import { create } from "./actions";

interface RoomFormProps {
  place: string;
  /** null: the personal workspace, which has one person. */
  colleagues: readonly Candidate[] | null;
}

export function RoomForm({ place, colleagues }: RoomFormProps) {
  const t = useTranslations("roomMembers.create");
  const form = useForm(create);
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ place }} className="card grid gap-5 p-4 sm:p-5">
      <TextField name="name" label={t("name")} hint={t("nameHint")} placeholder={t("namePlaceholder")} />
      {colleagues === null ? null : (
        <FieldGroup id="memberIds" legend={t("people")} hint={t(colleagues.length === 0 ? "nobody" : "peopleHint")}>
          {colleagues.length === 0 ? null : (
            <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-control border border-line">
              {colleagues.map(({ userId, name, email }) => (
                <li key={userId}>
                  <label className="flex min-h-11 items-center gap-3 px-3 py-1.5 has-checked:bg-muted">
                    <Checkbox name="memberIds" value={userId} />
                    <span className="min-w-0 leading-tight">
                      <span className="block text-dense font-medium break-words">{name}</span>
                      <span className="block truncate text-xs text-ink-3">{email}</span>
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )}
        </FieldGroup>
      )}
      <p className="text-dense text-ink-2 text-pretty">{t("begins")}</p>
      <FormButtons submit={t("submit")} cancelHref={ROOMS_PATH} />
    </ActionForm>
  );
}
