"use client";

import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { type TypedCheck, UrlField, useTypedCheck } from "./url-field";

interface TargetFieldProps {
  label: string;
  hint: string;
  placeholder: string;
  maxLength?: number;
  initial: string;
  /** Another function asks again. */
  check: (url: string) => Promise<TypedCheck>;
  words: { fine: string; unchecked: string };
}

/** The field `url`: where the service is to send. It is judged while it is typed, and nothing is sent to it. */
export function TargetField({ label, hint, placeholder, maxLength, initial, check, words }: TargetFieldProps) {
  const [typed, setTyped] = useState(initial);
  const [isEntered, setEntered] = useState(false);
  const url = typed.trim();
  const isTouched = url !== initial.trim();
  const { checked, isAsking } = useTypedCheck(isTouched ? url : "", check, isEntered);
  const isUnchecked = checked === "unchecked";
  const refusal = (isUnchecked ? null : checked?.problem) ?? undefined;
  return (
    <UrlField
      name="url"
      label={label}
      hint={hint}
      initial={initial}
      onType={(text) => {
        setTyped(text);
        setEntered(false);
      }}
      onLeave={() => setEntered(true)}
      maxLength={maxLength}
      placeholder={placeholder}
      error={isTouched ? (refusal ?? "") : undefined}
      isAsking={isAsking}
      mark={checked && !isUnchecked && !refusal ? <CircleCheck aria-hidden className="size-4 text-good" /> : null}
      status={checked === null ? "" : (refusal ?? (isUnchecked ? words.unchecked : words.fine))}
      isStatusShown={!refusal}
    />
  );
}
