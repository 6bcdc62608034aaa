"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { OverlapField } from "@/app/_ui/overlap-field";
import { SubmitButton } from "@/app/_ui/submit-button";
import { type RotateState, rotate } from "../../actions";
import { appPath } from "../../paths";
import { RevealSecret } from "../../reveal-secret";

const IDLE: RotateState = { kind: "idle" };

interface RotateFormProps {
  appId: string;
  clientId: string;
  name: string;
  /** The newest secret, as the page was drawn. */
  secretId: string;
}

export function RotateForm({ appId, clientId, name, secretId }: RotateFormProps) {
  const t = useTranslations("appForm");
  const router = useRouter();
  const [state, action, isPending] = useActionState(rotate, IDLE);
  if (state.kind === "rotated") {
    return (
      <RevealSecret
        title={t("rotatedTitle", { name })}
        clientId={clientId}
        secret={state.secret}
        onDone={() => router.push(appPath(appId))}
      />
    );
  }
  return (
    <ActionForm action={action} className="grid gap-5">
      <input type="hidden" name="appId" value={appId} />
      <input type="hidden" name="secretId" value={secretId} />
      {state.kind === "refused" ? (
        <ErrorSummary
          answer={state}
          title={t("rotateFailed")}
          problems={[{ field: "", message: t(`rotateProblems.${state.reason}`) }]}
        />
      ) : null}
      <OverlapField legend={t("overlap")} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t("rotate")}</SubmitButton>
        <LinkButton href={appPath(appId)}>{t("keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}
