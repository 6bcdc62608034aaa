"use client";

import { RefreshCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { SubmitButton } from "@/app/_ui/submit-button";
import { WEBHOOK_ROTATION_DEFAULT_DAYS, WEBHOOK_ROTATION_MAX_DAYS } from "@/lib/platform/limits";
import { pathOf } from "../../paths";
import { RevealSecret } from "../../reveal-secret";
import { type RotateState, rotate } from "./action";

const IDLE: RotateState = { kind: "idle" };

interface StartFormProps {
  webhookId: string;
  name: string;
  isRotating: boolean;
}

/** Stays while the rotation runs, since it holds the secret until that was copied. */
export function StartForm({ webhookId, name, isRotating }: StartFormProps) {
  const t = useTranslations("webhookForms");
  const router = useRouter();
  const [state, action, isPending] = useActionState(rotate, IDLE);
  const [seen, setSeen] = useState<RotateState>(IDLE);
  if (state.kind === "started" && seen !== state) {
    return (
      <RevealSecret
        title={t("rotate.startedTitle", { name })}
        secret={state.nextSecret}
        isNext
        nextHref={pathOf(webhookId, "/secret")}
        onDone={() => {
          setSeen(state);
          router.refresh();
        }}
      />
    );
  }
  if (isRotating) return null;
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ field, reason }) => ({ field, message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} noValidate className="card grid gap-4 p-5">
      <div>
        <h2 className="font-semibold">{t("rotate.title")}</h2>
        <p className="mt-1 max-w-2xl text-dense text-ink-2 text-pretty">{t("rotate.text")}</p>
      </div>
      <ErrorSummary answer={state} title={t("rotate.failed")} problems={problems} />
      <input type="hidden" name="webhookId" value={webhookId} />
      <div className="max-w-60">
        <Field
          id="days"
          label={t("rotate.days")}
          hint={t("rotate.daysHint", { max: WEBHOOK_ROTATION_MAX_DAYS })}
          error={problems.find(({ field }) => field === "days")?.message}
        >
          {(aria) => (
            <Input
              {...aria}
              name="days"
              type="number"
              inputMode="numeric"
              min={1}
              max={WEBHOOK_ROTATION_MAX_DAYS}
              defaultValue={WEBHOOK_ROTATION_DEFAULT_DAYS}
            />
          )}
        </Field>
      </div>
      <SubmitButton isPending={isPending} className="justify-self-start">
        {isPending ? null : <RefreshCw aria-hidden />}
        {t("rotate.action")}
      </SubmitButton>
    </ActionForm>
  );
}
