"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { rotateToken } from "../../actions";
import { TokenField } from "../../form-sections";

export function TokenForm({ connectorId }: { connectorId: string }) {
  const t = useTranslations("connectorForms");
  const form = useForm(rotateToken);
  return (
    <ActionForm form={form} failed={t("rotateFailed")} hidden={{ connectorId }} className="grid gap-4">
      <TokenField />
      <div>
        <SubmitButton>{t("rotate")}</SubmitButton>
      </div>
    </ActionForm>
  );
}
