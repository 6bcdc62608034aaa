import Link from "next/link";
import { useTranslations } from "next-intl";
import { pathOfMessage, pathOfTask } from "@/app/_links";
import { FILE_SOURCES } from "@/lib/files/file";
import type { SharedFile } from "@/lib/files/workspace";

export function FilePlace({ file: { roomId, messageId, taskId, source } }: { file: SharedFile }) {
  const t = useTranslations("files");
  const path = messageId === null ? taskId && pathOfTask(roomId, taskId) : pathOfMessage(roomId, messageId);
  if (path)
    return (
      <Link
        href={path}
        className="inline-flex min-h-6 items-center text-ink-2 underline underline-offset-2 hover:text-ink"
      >
        {t(messageId === null ? "toTask" : "toMessage")}
      </Link>
    );
  const known = FILE_SOURCES.find((name) => name === source);
  return known ? <span>{t(`filters.sources.${known}`)}</span> : null;
}
