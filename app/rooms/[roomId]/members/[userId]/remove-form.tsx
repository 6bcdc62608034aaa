"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { Checkbox } from "@/app/_ui/input";
import { remove } from "../actions";

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
  const form = useForm(remove);
  return (
    <section aria-labelledby="remove" className="card grid gap-3 p-4 sm:p-5">
      <h3 id="remove" className="font-semibold break-words">
        {t("title", { name, room })}
      </h3>
      <p className="text-ink-2 text-pretty">{t("consequence", { name, room })}</p>
      <ActionForm form={form} failed={t("failed")} hidden={{ roomId, userId }} className="grid gap-3">
        <label className="flex items-start gap-3 text-dense">
          <Checkbox id="confirmed" name="confirmed" required className="mt-0.5" />
          <span className="min-w-0 break-words">{t("confirm", { name, room })}</span>
        </label>
        <div>
          <SubmitButton look="danger">{t("submit")}</SubmitButton>
        </div>
      </ActionForm>
    </section>
  );
}
