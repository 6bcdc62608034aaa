"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode, RefObject } from "react";
import { mergeClasses } from "./merge-classes";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** After it has left the screen. */
  onClosed?: () => void;
  title: string;
  description?: ReactNode;
  /** Hides the title visually. */
  hideHeader?: boolean;
  className?: string;
  /** The element that takes focus on opening; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** By default the focus goes back to where it was. */
  returnsFocus?: () => boolean;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, hideHeader = false, className, initialFocus, children } = props;
  const { onClosed, returnsFocus } = props;
  const t = useTranslations("ui");
  return (
    <Base.Root
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fade-in fixed inset-0 z-40 bg-overlay" />
        <Base.Popup
          {...(initialFocus ? { initialFocus } : {})}
          {...(returnsFocus ? { finalFocus: returnsFocus } : {})}
          className={mergeClasses(
            "float-in fixed top-[8dvh] left-1/2 z-50 max-h-[84dvh] w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 overflow-y-auto rounded-card border border-line bg-raised shadow-float",
            className,
          )}
        >
          <div
            className={hideHeader ? "sr-only" : "flex items-start justify-between gap-4 border-b border-line px-5 py-4"}
          >
            <div>
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description ? (
                <Base.Description className="mt-1 text-dense text-ink-2">{description}</Base.Description>
              ) : null}
            </div>
            {hideHeader ? null : (
              <Base.Close
                aria-label={t("close")}
                className="-me-1.5 grid size-8 place-items-center pointer-coarse:size-11 rounded-control text-ink-3 hover:bg-muted hover:text-ink"
              >
                <X aria-hidden className="size-4" />
              </Base.Close>
            )}
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
