"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { switchWebhook } from "./actions";

interface SwitchFormProps {
  webhookId: string;
  isActive: boolean;
  /** The current page, to come back to it without JavaScript. */
  returnTo: string;
  look?: "plain" | "primary";
}

export function SwitchForm({ webhookId, isActive, returnTo, look = "plain" }: SwitchFormProps) {
  const t = useTranslations("webhookForms");
  const form = useForm(switchWebhook);
  return (
    <ActionForm
      form={form}
      failed={t("switchFailed")}
      hidden={{ webhookId, isActive: isActive ? "false" : "true", returnTo }}
      className="grid gap-2"
    >
      <SubmitButton
        look={look}
        icon={isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
        className="justify-self-start"
      >
        {t(isActive ? "deactivate" : "activate")}
      </SubmitButton>
    </ActionForm>
  );
}
