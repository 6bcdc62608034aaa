"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { LinkButton } from "@/app/_ui/button";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { OverlapField } from "@/app/_ui/overlap-field";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { RotationRefusal } from "@/lib/api-keys/api-key";
import type { EndpointSummary } from "@/lib/api-keys/reach";
import { type RotateState, rotate } from "../../actions";
import { RevealKey } from "../../reveal-key";

const IDLE: RotateState = { kind: "idle" };

interface RotateFormProps {
  keyId: string;
  name: string;
  endpoints: readonly EndpointSummary[];
  baseUrl: string;
  /** Why this key cannot be rotated, as the page was drawn. */
  refusal: RotationRefusal | null;
}

export function RotateForm({ keyId, name, endpoints, baseUrl, refusal }: RotateFormProps) {
  const t = useTranslations("keyForm");
  const router = useRouter();
  const [state, action, isPending] = useActionState(rotate, IDLE);
  if (state.kind === "rotated") {
    const { issued } = state;
    return (
      <RevealKey
        issued={issued}
        endpoints={endpoints}
        baseUrl={baseUrl}
        title={t("rotatedTitle", { name })}
        onDone={() => router.push(`/settings/developer/api-keys/${issued.id}`)}
      />
    );
  }
  const reason = state.kind === "refused" ? state.reason : refusal;
  if (reason)
    return (
      <ErrorSummary
        answer={state}
        title={t("rotateFailed")}
        problems={[{ field: "", message: t(`rotateProblems.${reason}`) }]}
      />
    );
  return (
    <ActionForm action={action} className="grid gap-5">
      <input type="hidden" name="keyId" value={keyId} />
      <OverlapField legend={t("overlap")} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton isPending={isPending}>{t("rotate")}</SubmitButton>
        <LinkButton href={`/settings/developer/api-keys/${keyId}`}>{t("keep")}</LinkButton>
      </div>
    </ActionForm>
  );
}
