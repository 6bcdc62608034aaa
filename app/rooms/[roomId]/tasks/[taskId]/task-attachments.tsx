import { useTranslations } from "next-intl";
import type { SharedFile } from "@/lib/files/workspace";
import { AttachmentList } from "../../_files/attachment-list";
import { UploadArea } from "../../_files/upload-area";

interface TaskAttachmentsProps {
  roomId: string;
  taskId: string;
  files: readonly SharedFile[];
  canWrite: boolean;
}

export function TaskAttachments({ roomId, taskId, files, canWrite }: TaskAttachmentsProps) {
  const t = useTranslations("roomTasks.detail");
  if (files.length === 0 && !canWrite) return null;
  return (
    <section aria-labelledby="attachments" className="grid grid-cols-1 gap-3">
      <h3 id="attachments" className="font-semibold">
        {t("attachments")}
      </h3>
      <AttachmentList files={files} label={t("attachments")} />
      {canWrite ? <UploadArea roomId={roomId} target={{ taskId }} /> : null}
    </section>
  );
}
