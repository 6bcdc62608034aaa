"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../controls/button";

/** Someone types a date digit by digit, and each one may complete a valid date. */
const DATE_PAUSE_MS = 1000;

/** Shown without JavaScript alone: otherwise each choice of its form applies at once, and text by Enter. */
export function ApplyButton({ className = "", children }: { className?: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    let timer: ReturnType<typeof setTimeout>;
    const apply = ({ target }: Event) => {
      const type = target instanceof HTMLInputElement ? target.type : "";
      clearTimeout(timer);
      if (type.startsWith("date")) timer = setTimeout(() => form.requestSubmit(), DATE_PAUSE_MS);
      else if (type !== "search") form.requestSubmit();
    };
    form.addEventListener("change", apply);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("change", apply);
    };
  }, []);
  return (
    <Button ref={button} type="submit" className={`hidden! noscript:inline-flex! ${className}`}>
      {children}
    </Button>
  );
}
