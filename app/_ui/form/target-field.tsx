"use client";

import { CircleCheck } from "lucide-react";
import { useCallback, useState } from "react";
import { isCompleteUrl, UrlField, useTypedCheck } from "./url-field";

interface TargetFieldProps {
  label: string;
  hint: string;
  placeholder: string;
  maxLength?: number;
  initial: string;
  /** The service's refusal in the reader's language; null: the URL can be a target. Another function asks again. */
  check: (url: string) => Promise<string | null>;
  words: { fine: string; unchecked: string };
}

/** The field `url`: where the service is to send. It is judged while it is typed, and nothing is sent to it. */
export function TargetField({ label, hint, placeholder, maxLength, initial, check, words }: TargetFieldProps) {
  const judge = useCallback(
    (url: string) =>
      check(url).then(
        (refusal) => ({ refusal, isUnchecked: false }),
        () => ({ refusal: null, isUnchecked: true }),
      ),
    [check],
  );
  const [typed, setTyped] = useState(initial);
  const [isEntered, setEntered] = useState(false);
  const url = typed.trim();
  const isTouched = url !== initial.trim();
  const verdict = useTypedCheck(isTouched ? url : "", judge, isEntered);
  const isUnchecked = verdict?.isUnchecked ?? false;
  const refusal = verdict?.refusal ?? undefined;
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
      isAsking={isTouched && url !== "" && (isEntered || isCompleteUrl(url)) && verdict === null}
      mark={verdict && !isUnchecked && !refusal ? <CircleCheck aria-hidden className="size-4 text-good" /> : null}
      status={verdict === null ? "" : (refusal ?? (isUnchecked ? words.unchecked : words.fine))}
      isStatusShown={!refusal}
    />
  );
}
