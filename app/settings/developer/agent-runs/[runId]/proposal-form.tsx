"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { addProposal } from "../actions";

export function ProposalForm({ runId, index, title }: { runId: string; index: number; title: string }) {
  const t = useTranslations("agentRunForms");
  const form = useForm(addProposal);
  return (
    <ActionForm form={form} failed={t("notAdded")} hidden={{ runId, index }} className="grid max-w-56 gap-2">
      <SubmitButton look="plain" size="small" icon={<Plus aria-hidden />} aria-label={t("addTaskOf", { title })}>
        {t("addTask")}
      </SubmitButton>
    </ActionForm>
  );
}
