"use client";

import { CircleAlert, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/controls/button";
import type { Outgoing } from "./outbox";

interface OutgoingNoteProps {
  outgoing: Outgoing;
  sent: string;
  problem: string;
  onRetry: () => void;
  onEdit: () => void;
}

export function OutgoingNote({ outgoing: { state }, sent, problem, onRetry, onEdit }: OutgoingNoteProps) {
  const t = useTranslations("messages");
  if (state === "failed")
    return (
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-dense text-bad">
        <p role="alert" className="flex min-w-0 items-start gap-1.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
        <span className="flex gap-2">
          <Button size="small" onClick={onRetry}>
            {t("sendAgain")}
          </Button>
          <Button size="small" look="quiet" onClick={onEdit}>
            {t("backToField")}
          </Button>
        </span>
      </div>
    );
  return (
    <p className="flex items-center gap-1 text-xs text-ink-3">
      <Clock aria-hidden className="size-3" />
      {state === "posted" ? sent : t("sending")}
    </p>
  );
}
