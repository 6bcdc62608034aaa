"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { switchConnector } from "./actions";

interface SwitchFormProps {
  connectorId: string;
  isEnabled: boolean;
  look?: "plain" | "primary";
}

export function SwitchForm({ connectorId, isEnabled, look = "plain" }: SwitchFormProps) {
  const t = useTranslations("connectorForms");
  const form = useForm(switchConnector);
  return (
    <ActionForm
      form={form}
      failed={t("switchFailed")}
      hidden={{ connectorId, isEnabled: isEnabled ? "false" : "true" }}
      className="grid gap-2"
    >
      <SubmitButton
        look={look}
        icon={isEnabled ? <Pause aria-hidden /> : <Play aria-hidden />}
        className="justify-self-start"
      >
        {t(isEnabled ? "disable" : "enable")}
      </SubmitButton>
    </ActionForm>
  );
}
