"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { joinClasses } from "../controls/join-classes";
import type { PendingArea as Area } from "./find-pending";
import { useIsLeaving, useSlowNavigation } from "./navigation";
import { RoomSkeleton, Skeleton } from "./skeleton";

interface PendingAreaProps {
  area: Area;
  className?: string;
  children: ReactNode;
}

/**
 * An outline covers the old page, which keeps its focus and height, while a slow one loads. A filtered list is dimmed
 * instead (`data-results`, globals.css).
 */
export function PendingArea({ area, className, children }: PendingAreaProps) {
  const t = useTranslations("ui");
  const pending = useSlowNavigation();
  const isPage = pending?.kind === "page" && pending.area === area;
  const isResults = pending?.kind === "results" && area !== "room";
  const box = useRef<HTMLDivElement>(null);
  const count = useResults(box);
  // A number that stays the same is announced again, since it is gone in between.
  const isLeaving = useIsLeaving();
  const hasCount = count !== null && area !== "room" && !isLeaving;
  return (
    <div
      ref={box}
      aria-busy={isPage || isResults || undefined}
      data-pending={isResults ? "results" : undefined}
      className={joinClasses("relative", className)}
    >
      {children}
      {isPage ? (
        <div
          data-skeleton={pending.shape}
          aria-hidden
          className="absolute -inset-x-2 inset-y-0 z-20 bg-canvas px-2 transition-opacity duration-150 starting:opacity-0"
        >
          <div
            className={joinClasses(
              "sticky top-16 max-h-[calc(100dvh-4rem)] overflow-hidden lg:top-7",
              area === "room" && "pt-5",
            )}
          >
            {area === "rooms" && pending.shape === "thread" ? (
              <RoomSkeleton />
            ) : (
              <Skeleton shape={pending.shape} hasTitle={area !== "room"} />
            )}
          </div>
        </div>
      ) : null}
      <p role="status" className="sr-only">
        {isPage ? t("loading") : isResults ? t("updating") : hasCount ? t("filter.shown", { count }) : ""}
      </p>
    </div>
  );
}

const FORM = 'form[role="search"]';
const ROWS = `:is([data-results], ${FORM} ~ *) :is(tbody > tr, li):not(li *, nav *)`;

/**
 * A new filter draws its form again, with the control that was used: the focus goes back to it. Returns how many rows a
 * filter has left, to be announced; null when something else has changed the page.
 */
function useResults(boxRef: RefObject<HTMLElement | null>): number | null {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const [count, setCount] = useState<number | null>(null);
  const usedName = useUsedName();
  const shown = useRef<{ pathname: string; filter: string }>(undefined);
  useLayoutEffect(() => {
    void query;
    const box = boxRef.current;
    const form = box?.querySelector<HTMLFormElement>(FORM);
    const before = shown.current;
    const filter = form ? readFilter(form) : "";
    shown.current = { pathname, filter };
    if (!box || !form || before?.pathname !== pathname || before.filter === filter) return setCount(null);
    setCount("list" in form.dataset ? box.querySelectorAll(ROWS).length : null);
    if (document.activeElement === document.body && usedName.current !== null) focusControl(form, usedName.current);
  }, [boxRef, usedName, pathname, query]);
  return count;
}

/** The control of a filter that had the focus last: its name, or nothing for a link. Null once the focus was elsewhere. */
function useUsedName(): RefObject<string | null> {
  const name = useRef<string | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const control = target as Element;
      name.current = control.closest(FORM) && (control.getAttribute("name") ?? "");
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  return name;
}

function readFilter(form: HTMLFormElement): string {
  // Its values are texts alone: no filter has a file.
  return new URLSearchParams(new FormData(form) as unknown as URLSearchParams).toString();
}

function focusControl(form: HTMLFormElement, name: string): void {
  const focus = (selector: string) => form.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  focus(name ? `[name="${name}"]` : "select, [type=search]");
  if (!form.contains(document.activeElement)) focus("summary");
}
