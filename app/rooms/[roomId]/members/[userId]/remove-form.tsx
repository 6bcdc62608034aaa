"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Checkbox } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type MembersState, remove } from "../actions";
import { useProblems } from "../use-problems";

const IDLE: MembersState = { kind: "idle" };

interface RemoveFormProps {
  roomId: string;
  userId: string;
  name: string;
  room: string;
  isSelf: boolean;
}

/** Says what removal ends and asks once. A removed person can be added again, so no name has to be typed. */
export function RemoveForm({ roomId, userId, name, room, isSelf }: RemoveFormProps) {
  const t = useTranslations(isSelf ? "roomMembers.leave" : "roomMembers.remove");
  const [state, action, isPending] = useActionState(remove, IDLE);
  const problems = useProblems(state.kind === "refused" ? state.problems : []);
  return (
    <section aria-labelledby="remove" className="card grid gap-3 p-4 sm:p-5">
      <h3 id="remove" className="font-semibold break-words">
        {t("title", { name, room })}
      </h3>
      <p className="text-ink-2 text-pretty">{t("consequence", { name, room })}</p>
      <ActionForm action={action} className="grid gap-3">
        <input type="hidden" name="roomId" value={roomId} />
        <input type="hidden" name="userId" value={userId} />
        <ErrorSummary answer={state} title={t("failed")} problems={problems.all} />
        <label className="flex items-start gap-3 text-dense">
          <Checkbox id="confirmed" name="confirmed" required className="mt-0.5" />
          <span className="min-w-0 break-words">{t("confirm", { name, room })}</span>
        </label>
        <div>
          <SubmitButton look="danger" isPending={isPending}>
            {t("submit")}
          </SubmitButton>
        </div>
      </ActionForm>
    </section>
  );
}
