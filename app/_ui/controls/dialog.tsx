"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { createPortal } from "react-dom";
import { joinClasses } from "./join-classes";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed?: () => void;
  title: string;
  description?: ReactNode;
  hideHeader?: boolean;
  className?: string;
  /** The element that takes focus on opening; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus inside, and gives it back to where it was. */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

interface StepDialogProps {
  /** The page without its step. */
  backHref: string;
  title: string;
  children: ReactNode;
}

/** A step that the address of a page names: the server draws it, and without scripts it is a part of the page. */
export function StepDialog({ backHref, title, children }: StepDialogProps) {
  const router = useRouter();
  return (
    <OpenDialog
      isDrawnOpen
      title={title}
      onOpenChange={() => router.push(backHref, { scroll: false })}
      className="[&:not(:modal)]:static [&:not(:modal)]:mb-8"
    >
      <div className="grid gap-5 p-5">{children}</div>
    </OpenDialog>
  );
}

function OpenDialog(props: Omit<DialogProps, "open"> & { isDrawnOpen?: boolean }) {
  const { onOpenChange, onClosed, title, description, hideHeader = false, className, initialFocus, children } = props;
  const t = useTranslations("ui");
  const id = useId();
  const close = () => onOpenChange(false);
  const box = useModal({ initialFocus, close, onClosed });
  const pressedOutside = useRef(false);
  return (
    <dialog
      ref={box}
      open={props.isDrawnOpen}
      aria-labelledby={`${id}-title`}
      {...(description ? { "aria-describedby": `${id}-description` } : {})}
      onKeyDown={(event) => {
        // React hands on what happens in a dialog above this one, too.
        if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
        if (event.key === "Tab") turnAround(event);
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        // A second Escape would close it without asking.
        event.preventDefault();
        close();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        if (pressedOutside.current && isOutside(event)) close();
      }}
      className={joinClasses(
        "float-in top-[8dvh] bottom-auto mx-auto max-h-[84dvh] w-[min(36rem,calc(100vw-1.5rem))] max-w-none overflow-y-auto rounded-card border border-line bg-raised text-ink shadow-float backdrop:bg-overlay",
        className,
      )}
    >
      <div className={hideHeader ? "sr-only" : "flex items-start justify-between gap-4 border-b border-line px-5 py-4"}>
        <div>
          <h2 id={`${id}-title`} className="text-lg font-semibold">
            {title}
          </h2>
          {description ? (
            <p id={`${id}-description`} className="mt-1 text-dense text-ink-2">
              {description}
            </p>
          ) : null}
        </div>
        {hideHeader ? null : (
          <button
            type="button"
            onClick={close}
            aria-label={t("close")}
            className="-me-1.5 grid size-8 place-items-center pointer-coarse:size-11 rounded-control text-ink-3 hover:bg-muted hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {children}
    </dialog>
  );
}

interface Modal {
  initialFocus: RefObject<HTMLElement | null> | undefined;
  /** Asks the owner, who may refuse. */
  close: () => void;
  onClosed: (() => void) | undefined;
}

function useModal({ initialFocus, close, onClosed }: Modal) {
  const box = useRef<HTMLDialogElement>(null);
  const askToClose = useEffectEvent(close);
  const tellClosed = useEffectEvent(() => onClosed?.());
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    const { documentElement: page } = document;
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = "stable";
    // A phone's way back, used twice, closes it without asking: a secret that it alone shows would be lost.
    const reopen = () => {
      if (dialog.open) return;
      dialog.showModal();
      askToClose();
    };
    dialog.addEventListener("close", reopen);
    dialog.close();
    dialog.showModal();
    initialFocus?.current?.focus();
    return () => {
      page.style.scrollbarGutter = "";
      dialog.removeEventListener("close", reopen);
      dialog.close();
      tellClosed();
    };
  }, [initialFocus]);
  return box;
}

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";

/** The browser's own controls would come between the last stop and the first. */
function turnAround(event: KeyboardEvent<HTMLDialogElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(":disabled") && stop.checkVisibility(),
  );
  const [end, start] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
  if (end !== document.activeElement) return;
  event.preventDefault();
  start?.focus();
}

function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
