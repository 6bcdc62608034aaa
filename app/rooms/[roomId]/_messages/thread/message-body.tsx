"use client";

import { useFormatter, useTranslations } from "next-intl";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { findParts } from "./find-parts";
import type { SharedMessage } from "./thread-page";

interface MessageBodyProps {
  message: Pick<SharedMessage, "body" | "editedAt" | "mentions">;
  userId: string;
  isSaving: boolean;
}

/**
 * Plain text as it was written, with URLs as links and mentioned people by the name that they have today. As wide as its text, so
 * that it begins below its author also where its own direction differs from the page's.
 */
export function MessageBody({ message: { body, editedAt, mentions }, userId, isSaving }: MessageBodyProps) {
  const t = useTranslations("messages");
  const format = useFormatter();
  const isBrowser = useIsBrowser();
  const timeZone = isBrowser ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
  const at = editedAt && format.dateTime(new Date(editedAt), { dateStyle: "medium", timeStyle: "short", timeZone });
  return (
    <p
      dir="auto"
      className={mergeClasses("w-fit max-w-[min(48rem,100%)] whitespace-pre-wrap", isSaving && "text-ink-3")}
      aria-busy={isSaving}
    >
      {findParts(body, mentions).map((part, n) => {
        if (part.kind === "text") return part.text;
        if (part.kind === "mention")
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
            <MentionMark key={n} name={part.name} isOwn={part.userId === userId} />
          );
        return (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            key={n}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline underline-offset-2"
          >
            {part.text}
          </a>
        );
      })}
      {isSaving || at !== null ? (
        <>
          {" "}
          <span className="text-xs whitespace-nowrap text-ink-3" {...(at === null ? {} : { title: at })}>
            {t(isSaving ? "change.saving" : "edited")}
          </span>
        </>
      ) : null}
    </p>
  );
}

function MentionMark({ name, isOwn }: { name: string; isOwn: boolean }) {
  if (!isOwn) return <span className="rounded-xs bg-accent-soft px-0.5 font-medium text-accent">@{name}</span>;
  return <mark className="rounded-xs bg-accent-solid px-1 font-semibold text-white">@{name}</mark>;
}
