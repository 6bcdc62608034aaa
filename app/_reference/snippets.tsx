import { useTranslations } from "next-intl";
import { CodeFigure } from "@/app/_light/code-figure";
import type { CodeLanguage } from "@/app/_light/highlight";
import { LanguageTabs } from "@/app/_light/language-tabs";
import { type CallValues, LANGUAGES, type Language } from "@/lib/docs/surface/call-request";
import type { Operation } from "@/lib/docs/surface/operations";
import { writeSnippets } from "@/lib/docs/surface/snippets";

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  curl: "curl",
  typescript: "TypeScript",
  python: "Python",
  cli: "svc",
};

const COLOURS: Readonly<Record<Language, CodeLanguage>> = {
  curl: "bash",
  typescript: "ts",
  python: "python",
  cli: "bash",
};

interface SnippetsProps {
  operation: Operation;
  values: CallValues;
  baseUrl: string;
}

export function Snippets({ operation, values, baseUrl }: SnippetsProps) {
  const t = useTranslations("reference.snippets");
  const snippets = writeSnippets(operation, values, baseUrl);
  return (
    <LanguageTabs
      name="language"
      label={t("language")}
      tabs={LANGUAGES.map((language) => ({
        language,
        title: LANGUAGE_NAMES[language],
        code: (
          <CodeFigure
            label={t("request", { language: LANGUAGE_NAMES[language] })}
            code={snippets[language]}
            language={COLOURS[language]}
            wraps={language === "curl" || language === "cli"}
          />
        ),
      }))}
    />
  );
}
