"use client";

import { Archive, ArchiveRestore, Lock, LockOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionForm } from "@/app/_ui/action-form";
import { ErrorSummary } from "@/app/_ui/error-summary";
import { SubmitButton } from "@/app/_ui/submit-button";
import type { LifecycleAction } from "@/lib/records/rules";
import { type MoveState, moveStanding } from "./move-actions";

const ICONS = { lock: Lock, unlock: LockOpen, archive: Archive, unarchive: ArchiveRestore };
const IDLE: MoveState = { kind: "idle" };

interface MoveFormProps {
  roomId: string;
  recordId: string;
  moves: readonly LifecycleAction[];
}

export function MoveForm({ roomId, recordId, moves }: MoveFormProps) {
  const t = useTranslations("roomRecords");
  const [state, action, isPending] = useActionState(moveStanding, IDLE);
  const problems =
    state.kind === "refused"
      ? state.problems.map(({ reason }) => ({ field: "", message: t(`problems.${reason}`) }))
      : [];
  return (
    <ActionForm action={action} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="roomId" value={roomId} />
      <input type="hidden" name="recordId" value={recordId} />
      {moves.map((move) => {
        const Icon = ICONS[move];
        return (
          <SubmitButton key={move} look="plain" size="small" name="move" value={move} isPending={isPending}>
            {isPending ? null : <Icon aria-hidden />}
            {t(`moves.${move}`)}
          </SubmitButton>
        );
      })}
      {problems.length > 0 ? (
        <div className="w-full">
          <ErrorSummary answer={state} title={t("refused")} problems={problems} />
        </div>
      ) : null}
    </ActionForm>
  );
}
