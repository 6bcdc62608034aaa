"use client";

import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import type { MessageMenuProps } from "./message-sheet";

/** Loaded when a phone first opens one. */
const MessageSheet = lazy(async () => ({ default: (await import("./message-sheet")).MessageSheet }));

/** In the place of the tools on a phone: one button, and everything behind it in a sheet. */
export function MessageMenu({ className, ...props }: MessageMenuProps & { className: string }) {
  const t = useTranslations("messages");
  /** null: it was never opened. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        aria-label={t("tools", { name: props.author })}
        onClick={() => setOpen(true)}
        className={className}
      >
        <Ellipsis aria-hidden className="size-4" />
      </button>
      {isOpen === null ? null : (
        <Suspense>
          <MessageSheet {...props} isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
