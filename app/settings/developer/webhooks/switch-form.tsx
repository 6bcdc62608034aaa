import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
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
  const Icon = isActive ? Pause : Play;
  return (
    <PlainForm
      action={switchWebhook}
      failed={t("switchFailed")}
      hidden={{ webhookId, isActive: String(!isActive), returnTo }}
      className="grid gap-2"
    >
      <SubmitButton look={look} icon={<Icon aria-hidden />} className="justify-self-start">
        {t(isActive ? "deactivate" : "activate")}
      </SubmitButton>
    </PlainForm>
  );
}
