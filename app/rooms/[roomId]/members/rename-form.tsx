"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Notice } from "@/app/_ui/notice";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type MembersState, rename } from "./actions";
import { useProblems } from "./use-problems";

const IDLE: MembersState = { kind: "idle" };

export function RenameForm({ roomId, name }: { roomId: string; name: string }) {
  const t = useTranslations("roomMembers.settings");
  const [state, action, isPending] = useActionState(rename, IDLE);
  const problems = useProblems(state.kind === "refused" ? state.problems : []);
  const other = problems.at("");
  return (
    <ActionForm action={action} className="card grid gap-4 p-4 sm:p-5">
      <input type="hidden" name="roomId" value={roomId} />
      {other ? (
        <Notice tone="warn" role="status">
          {other}
        </Notice>
      ) : null}
      <Field id="name" label={t("name")} hint={t("nameHint")} error={problems.at("name")}>
        {(aria) => <Input {...aria} name="name" defaultValue={name} key={name} autoComplete="off" />}
      </Field>
      <div>
        <SubmitButton look="plain" isPending={isPending}>
          {t("rename")}
        </SubmitButton>
      </div>
    </ActionForm>
  );
}
