import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { PlainForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { switchConnector } from "./actions";

interface SwitchFormProps {
  connectorId: string;
  isEnabled: boolean;
  look?: "plain" | "primary";
}

export function SwitchForm({ connectorId, isEnabled, look = "plain" }: SwitchFormProps) {
  const t = useTranslations("connectorForms");
  const Icon = isEnabled ? Pause : Play;
  return (
    <PlainForm
      action={switchConnector}
      failed={t("switchFailed")}
      hidden={{ connectorId, isEnabled: String(!isEnabled) }}
      className="grid gap-2"
    >
      <SubmitButton look={look} icon={<Icon aria-hidden />} className="justify-self-start">
        {t(isEnabled ? "disable" : "enable")}
      </SubmitButton>
    </PlainForm>
  );
}
