"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ActionForm } from "@/app/_ui/form/action-form";
import { DecisionButtons } from "@/app/_ui/form/decision-buttons";
import { TextField } from "@/app/_ui/form/field";
import { Checkbox } from "@/app/_ui/form/input";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import { findCode } from "./actions";

export function CodeForm({ code }: { code: string }) {
  const t = useTranslations("cliApproval");
  const form = useForm(findCode);
  return (
    <ActionForm form={form} failed={t("failed")} noValidate className="grid gap-4">
      <TextField
        name="code"
        label={t("codeLabel")}
        hint={t("codeHint")}
        placeholder="BCDF-GHJK"
        autoCapitalize="characters"
        spellCheck={false}
        required
        className="font-mono tracking-widest uppercase"
        defaultValue={form.values ?? code}
      />
      <SubmitButton className="w-full">{t("continue")}</SubmitButton>
    </ActionForm>
  );
}

interface ConfirmDecisionProps {
  confirm: string;
  consequence: string;
  deny: string;
  approve: string;
  isUnconfirmed: boolean;
}

/** Approving waits for the tick. Without a script the action refuses a decision without it. */
export function ConfirmDecision({ confirm, consequence, deny, approve, isUnconfirmed }: ConfirmDecisionProps) {
  const box = useRef<HTMLInputElement>(null);
  const [mayApprove, setMayApprove] = useState(true);
  const readBox = () => setMayApprove(box.current?.checked ?? true);
  useEffect(readBox, []);
  return (
    <>
      <label className="flex items-start gap-2.5 text-dense">
        <Checkbox
          ref={box}
          name="confirmed"
          className="mt-0.5"
          aria-invalid={isUnconfirmed || undefined}
          onChange={readBox}
        />
        <span>{confirm}</span>
      </label>
      <p className="text-dense text-ink-2">{consequence}</p>
      <DecisionButtons deny={deny} approve={approve} mayApprove={mayApprove} />
    </>
  );
}
