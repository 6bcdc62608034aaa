import type { Metadata } from "next";
import { linkLanguages } from "@/app/_ui/page/page-languages";
import { markdownPath } from "@/lib/docs/page";
import type { Locale } from "@/lib/i18n/locale";

export function linkMarkdown(path: string, locale: Locale): Metadata {
  return { alternates: { ...linkLanguages(path, locale), types: { "text/markdown": markdownPath(path, locale) } } };
}
