"use client";

import { Archive, ArchiveRestore, Lock, LockOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionForm } from "@/app/_ui/form/action-form";
import { SubmitButton } from "@/app/_ui/form/submit-button";
import { useForm } from "@/app/_ui/form/use-form";
import type { LifecycleAction } from "@/lib/records/rules";
import { moveStanding } from "./move-actions";

const ICONS = { lock: Lock, unlock: LockOpen, archive: Archive, unarchive: ArchiveRestore };

interface MoveFormProps {
  roomId: string;
  recordId: string;
  moves: readonly LifecycleAction[];
}

export function MoveForm({ roomId, recordId, moves }: MoveFormProps) {
  const t = useTranslations("roomRecords");
  const form = useForm(moveStanding);
  return (
    <ActionForm
      form={form}
      failed={t("refused")}
      hidden={{ roomId, recordId }}
      className="flex flex-wrap items-center gap-2"
    >
      {moves.map((move) => {
        const Icon = ICONS[move];
        return (
          <SubmitButton key={move} look="plain" size="small" name="move" value={move} icon={<Icon aria-hidden />}>
            {t(`moves.${move}`)}
          </SubmitButton>
        );
      })}
    </ActionForm>
  );
}
