"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const FORM = 'form[role="search"]';
const ROWS = `:is([data-results], ${FORM} ~ *) :is(tbody > tr, li):not(li *, nav *)`;

/**
 * A new filter draws its form again, with the control that was used: the focus goes back to it. Returns how many rows a
 * filter has left, to be announced; null when something else has changed the page.
 */
export function useResults(boxRef: RefObject<HTMLElement | null>): number | null {
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

/** The control of a filter that had the focus last: its name, or nothing for a button. Null once the focus was elsewhere. */
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
  focus(name ? `[name="${name}"]` : "[type=submit]");
  if (!form.contains(document.activeElement)) focus("summary");
}
