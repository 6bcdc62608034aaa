"use client";

import { useEffect, useRef, useState } from "react";
import { DecisionButtons } from "@/app/_ui/form/decision-buttons";
import { Checkbox } from "@/app/_ui/form/input";

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
