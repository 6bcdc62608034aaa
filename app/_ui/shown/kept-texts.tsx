"use client";

import { useLocale, useMessages } from "next-intl";
import { useEffect } from "react";

type Texts = { locale: ReturnType<typeof useLocale>; messages: ReturnType<typeof useMessages> };

let kept: Texts | null = null;

export function KeepTexts() {
  const texts = { locale: useLocale(), messages: useMessages() };
  useEffect(() => {
    kept = texts;
  });
  return null;
}

/** null on the server, and while no page was drawn. */
export function readKeptTexts(): Texts | null {
  return kept;
}
