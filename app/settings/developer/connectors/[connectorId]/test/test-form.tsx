"use client";

import { PlugZap } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { run } from "../../run-action";

export function TestForm({ connectorId, isAgain }: { connectorId: string; isAgain: boolean }) {
  const t = useTranslations("agentRunForms");
  const form = useForm(run);
  return (
    <ActionForm
      form={form}
      failed={t("notStarted")}
      hidden={{ connectorId, action: "test-connection" }}
      className="grid gap-3"
    >
      <SubmitButton icon={<PlugZap aria-hidden />} className="justify-self-start">
        {t(isAgain ? "testAgain" : "test")}
      </SubmitButton>
    </ActionForm>
  );
}
