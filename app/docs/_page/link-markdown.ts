import type { Metadata } from "next";
import { markdownPath } from "@/lib/docs/page";
import type { Locale } from "@/lib/i18n/locale";

/** `<link rel="alternate" type="text/markdown">` of a page. */
export function linkMarkdown(path: string, locale: Locale): Metadata {
  return { alternates: { types: { "text/markdown": markdownPath(path, locale) } } };
}
