"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const FORM = 'form[role="search"]';
const ROWS = `:is([data-results], ${FORM} ~ *) :is(tbody > tr, li)`;

/**
 * A new filter draws its form again, with the control that was used: the focus goes back to it. Returns how many rows a
 * filter has left, to be announced; null when something else has changed the page.
 */
export function useResults(boxRef: RefObject<HTMLElement | null>): number | null {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  const [count, setCount] = useState<number | null>(null);
  const usedName = useUsedName();
  const shown = useRef<{ pathname: string; filter: string | null } | null>(null);
  useLayoutEffect(() => {
    void query;
    const box = boxRef.current;
    const form = box?.querySelector<HTMLFormElement>(FORM) ?? null;
    const before = shown.current;
    const filter = form && readFilter(form);
    shown.current = { pathname, filter };
    if (!box || !form || before?.pathname !== pathname || before.filter === filter) return setCount(null);
    setCount(form.dataset["list"] === undefined ? null : countRows(box));
    if (document.activeElement === document.body && usedName.current !== null) focusControl(form, usedName.current);
  }, [boxRef, usedName, pathname, query]);
  return count;
}

/** The control of a filter that had the focus last: its name, or nothing for a button. Null once the focus was elsewhere. */
function useUsedName(): RefObject<string | null> {
  const name = useRef<string | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      name.current = target instanceof Element && target.closest(FORM) ? (target.getAttribute("name") ?? "") : null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  return name;
}

function readFilter(form: HTMLFormElement): string {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return new URLSearchParams(texts).toString();
}

function countRows(box: HTMLElement): number {
  return [...box.querySelectorAll(ROWS)].filter((row) => !row.parentElement?.closest("li, nav")).length;
}

/** On a phone the filters may be folded away again: then their fold has the focus. */
function focusControl(form: HTMLFormElement, name: string): void {
  const control = form.querySelector<HTMLElement>(name === "" ? '[type="submit"]' : `[name="${CSS.escape(name)}"]`);
  control?.focus({ preventScroll: true });
  if (document.activeElement !== control) form.querySelector("summary")?.focus({ preventScroll: true });
}
