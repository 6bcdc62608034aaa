"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useLoaded } from "@/app/_ui/controls/use-loaded";
import type { MessageSheetProps } from "./message-sheet";
import { ToolIcon } from "./tool-icon";

const loadSheet = async () => (await import("./message-sheet")).MessageSheet;

interface MessageMenuProps extends Omit<MessageSheetProps, "isOpen" | "onOpenChange"> {
  className: string;
  /** The sheet cannot be loaded. */
  onUnavailable: () => void;
}

export function MessageMenu({ className, onUnavailable, ...props }: MessageMenuProps) {
  const t = useTranslations("messages");
  const [MessageSheet, want] = useLoaded(loadSheet);
  const [isOpen, setOpen] = useState(false);
  const open = async () => ((await want()) ? setOpen(true) : onUnavailable());
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t("tools", { name: props.author })}
        onClick={() => void open()}
        className={className}
      >
        <ToolIcon name="more" />
      </button>
      {MessageSheet ? <MessageSheet {...props} isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
}
