"use client";

import { useFormatter, useTranslations } from "next-intl";
import { joinClasses } from "@/app/_ui/controls/join-classes";
import { useZone } from "@/app/_ui/shown/zone";
import { TextTree } from "../text/text-tree";
import { useContent, type WithContent } from "../text/use-content";

interface MessageBodyProps {
  message: WithContent & { editedAt: string | null };
  userId: string;
  isSaving: boolean;
}

/**
 * A text by its markup, with mentioned people by the name that they have today. As wide as its text, so that it begins below its
 * author also where its own direction differs from the page's.
 */
export function MessageBody({ message, userId, isSaving }: MessageBodyProps) {
  const t = useTranslations("messages");
  const format = useFormatter();
  const timeZone = useZone() ?? "UTC";
  const { body, editedAt } = message;
  const content = useContent(message);
  const at = editedAt && format.dateTime(new Date(editedAt), { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <div
      dir="auto"
      className={joinClasses("w-fit max-w-[min(48rem,100%)] space-y-1.5 whitespace-pre-wrap", isSaving && "text-ink-3")}
      aria-busy={isSaving}
    >
      {content === null ? body : <TextTree nodes={content} userId={userId} />}
      {isSaving || at !== null ? (
        <>
          {" "}
          <span className="text-xs whitespace-nowrap text-ink-3" {...(at === null ? {} : { title: at })}>
            {t(isSaving ? "change.saving" : "edited")}
          </span>
        </>
      ) : null}
    </div>
  );
}
