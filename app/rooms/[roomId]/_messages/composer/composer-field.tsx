"use client";

import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { MESSAGE_BODY_MAX_LENGTH } from "@/lib/platform/limits";
import { MentionOptions, useMentionList } from "./mention-list";
import { isEditKey, isSendKey } from "./send-key";

interface ComposerFieldProps {
  roomId: string;
  id: string;
  label: string;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  problem: string | undefined;
  /** The text of a message that was not sent, on a page without JavaScript. */
  given: string;
  onChange: () => void;
  onEscape: (() => void) | null;
  onEditLast: () => void;
}

/** The text of the next message. Names are completed above it, where a phone's keyboard does not cover them. */
export function ComposerField(props: ComposerFieldProps) {
  const { roomId, id, label, fieldRef, problem, given, onChange, onEscape, onEditLast } = props;
  const names = useMentionList(roomId, fieldRef);
  return (
    <>
      <MentionOptions list={names} className="absolute inset-x-0 bottom-full z-20 mb-1 sm:inset-x-auto sm:w-80" />
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        ref={fieldRef}
        id={id}
        name="body"
        rows={1}
        dir="auto"
        placeholder={label}
        defaultValue={given}
        aria-describedby={problem ? `${id}-error` : `${id}-hint`}
        {...(problem ? { "aria-invalid": true } : {})}
        {...names.fieldProps}
        onChange={() => {
          onChange();
          names.look();
        }}
        onBlur={names.shut}
        onKeyDown={(event) => {
          if (names.handleKey(event)) return;
          if (event.key === "Escape" && onEscape && !event.nativeEvent.isComposing) return onEscape();
          if (isEditKey(event)) {
            event.preventDefault();
            return onEditLast();
          }
          if (!isSendKey(event)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        className="block max-h-48 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 outline-none [field-sizing:content] not-supports-[field-sizing:content]:min-h-20 pointer-coarse:text-base"
      />
    </>
  );
}

/** The length is shown once the limit is near. */
const TELL_FROM = MESSAGE_BODY_MAX_LENGTH - 500;

export function LengthHint({ id, length }: { id: string; length: number }) {
  const t = useTranslations("messages");
  return (
    <p id={`${id}-hint`} className="min-w-0 flex-1 text-xs text-ink-3">
      {length >= TELL_FROM ? (
        <span className={length > MESSAGE_BODY_MAX_LENGTH ? "font-medium text-bad" : ""}>
          {t("length", { length, limit: MESSAGE_BODY_MAX_LENGTH })}
        </span>
      ) : (
        <span className="max-sm:sr-only">{t("hint", { limit: MESSAGE_BODY_MAX_LENGTH })}</span>
      )}
    </p>
  );
}
