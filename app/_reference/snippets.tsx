import { useTranslations } from "next-intl";
import { CodeFigure } from "@/app/_light/code-figure";
import type { CodeLanguage } from "@/app/_light/highlight";
import { type CallValues, LANGUAGES, type Language } from "@/lib/docs/surface/call-request";
import type { Operation } from "@/lib/docs/surface/operations";
import { writeSnippets } from "@/lib/docs/surface/snippets";
import { LanguageChoice } from "./language-choice";

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

/** Written out for Tailwind: the panel of the checked radio button of this page. */
const PANELS: Readonly<Record<Language, string>> = {
  curl: "hidden group-has-[[data-language=curl]:checked]/reference:block",
  typescript: "hidden group-has-[[data-language=typescript]:checked]/reference:block",
  python: "hidden group-has-[[data-language=python]:checked]/reference:block",
  cli: "hidden group-has-[[data-language=cli]:checked]/reference:block",
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
    <div className="grid grid-cols-1 gap-3">
      <LanguageChoice name="language" label={t("language")} languages={LANGUAGES} names={LANGUAGE_NAMES} />
      {LANGUAGES.map((language) => (
        <div key={language} className={PANELS[language]}>
          <CodeFigure
            label={t("request", { language: LANGUAGE_NAMES[language] })}
            code={snippets[language]}
            language={COLOURS[language]}
            wraps={language === "curl" || language === "cli"}
          />
        </div>
      ))}
    </div>
  );
}
