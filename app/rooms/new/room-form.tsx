"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field, FieldError } from "@/app/_ui/field";
import { Checkbox, Input } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { Candidate } from "@/lib/rooms/queries";
import { ROOMS_PATH } from "../_frame/paths";
import { useProblems } from "../[roomId]/members/use-problems";
import { create, type NewRoomState } from "./actions";

const IDLE: NewRoomState = { kind: "idle" };

interface RoomFormProps {
  place: string;
  /** null: the person's own area, where nobody else sits. */
  colleagues: readonly Candidate[] | null;
}

export function RoomForm({ place, colleagues }: RoomFormProps) {
  const t = useTranslations("roomMembers.create");
  const [state, action, isPending] = useActionState(create, IDLE);
  const problems = useProblems(state.kind === "refused" ? state.problems : []);
  return (
    <ActionForm action={action} className="card grid gap-5 p-4 sm:p-5">
      <input type="hidden" name="place" value={place} />
      <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
      <Field id="name" label={t("name")} hint={t("nameHint")} error={problems.at("name")}>
        {(aria) => <Input {...aria} name="name" autoComplete="off" placeholder={t("namePlaceholder")} />}
      </Field>
      {colleagues === null ? null : (
        <fieldset id="memberIds" tabIndex={-1} className="grid gap-2 outline-none">
          <legend className="mb-1.5 text-dense font-medium">{t("people")}</legend>
          <p className="text-dense text-ink-3">{colleagues.length === 0 ? t("nobody") : t("peopleHint")}</p>
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
          <FieldError id="memberIds" error={problems.at("memberIds")} />
        </fieldset>
      )}
      <p className="text-dense text-ink-2 text-pretty">{t("begins")}</p>
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t("submit")}</SubmitButton>
        <LinkButton href={ROOMS_PATH} look="quiet">
          {t("cancel")}
        </LinkButton>
      </div>
    </ActionForm>
  );
}
