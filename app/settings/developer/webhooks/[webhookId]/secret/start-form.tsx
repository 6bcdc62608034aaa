"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { webhookPath } from "@/app/_links";
import { ActionForm } from "@/app/_ui/form/action-form";
import { TextField } from "@/app/_ui/form/field";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { WEBHOOK_ROTATION_DEFAULT_DAYS, WEBHOOK_ROTATION_MAX_DAYS } from "@/lib/platform/limits";
import { rotate } from "../../actions";
import { RevealSecret } from "../../reveal-secret";

interface StartFormProps {
  webhookId: string;
  name: string;
  isRotating: boolean;
  verifier: ReactNode;
}

/** Stays mounted while the rotation runs: it holds the next secret until that is copied. */
export function StartForm({ webhookId, name, isRotating, verifier }: StartFormProps) {
  const t = useTranslations("webhookForms.rotate");
  const router = useRouter();
  const form = useForm(rotate);
  const { state } = form;
  const [seen, setSeen] = useState<typeof state | null>(null);
  if (state.kind === "started" && seen !== state) {
    return (
      <RevealSecret
        title={t("startedTitle", { name })}
        secret={state.nextSecret}
        isNext
        verifier={verifier}
        nextHref={webhookPath(webhookId, "/secret")}
        onDone={() => {
          setSeen(state);
          router.refresh();
        }}
      />
    );
  }
  if (isRotating) return null;
  return (
    <ActionForm form={form} failed={t("failed")} hidden={{ webhookId }} noValidate className="grid gap-4">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">{t("title")}</h2>
        <p className="mt-1 max-w-2xl text-dense text-ink-2 text-pretty">{t("text")}</p>
      </div>
      <div className="max-w-60">
        <TextField
          name="days"
          label={t("days")}
          hint={t("daysHint", { max: WEBHOOK_ROTATION_MAX_DAYS })}
          type="number"
          inputMode="numeric"
          min={1}
          max={WEBHOOK_ROTATION_MAX_DAYS}
          defaultValue={WEBHOOK_ROTATION_DEFAULT_DAYS}
        />
      </div>
      <SubmitButton icon={<RefreshCw aria-hidden />} className="justify-self-start">
        {t("action")}
      </SubmitButton>
    </ActionForm>
  );
}
