import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { LanguageChoice } from "@/app/_reference/language-choice";
import { LANGUAGE_COOKIE } from "./browser/language-cookie";

/** Written out for Tailwind: the panel of the checked radio button. */
const PANELS = {
  curl: "hidden group-has-[[data-language=curl]:checked]/languages:block",
  typescript: "hidden group-has-[[data-language=typescript]:checked]/languages:block",
  python: "hidden group-has-[[data-language=python]:checked]/languages:block",
  go: "hidden group-has-[[data-language=go]:checked]/languages:block",
  php: "hidden group-has-[[data-language=php]:checked]/languages:block",
  ruby: "hidden group-has-[[data-language=ruby]:checked]/languages:block",
  cli: "hidden group-has-[[data-language=cli]:checked]/languages:block",
} as const;
export type TabLanguage = keyof typeof PANELS;

interface LanguageTab {
  language: TabLanguage;
  title: string;
  code: ReactNode;
}

/** The same code in several languages. The reader's choice holds for every page that has the language. */
export async function LanguageTabs({ name, label, tabs }: { name: string; label: string; tabs: LanguageTab[] }) {
  const wanted = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  const languages = tabs.map(({ language }) => language);
  return (
    <div className="group/languages grid grid-cols-1 gap-3">
      <LanguageChoice
        name={name}
        label={label}
        languages={languages}
        names={Object.fromEntries(tabs.map(({ language, title }) => [language, title]))}
        chosen={languages.find((language) => language === wanted)}
      />
      {tabs.map(({ language, code }) => (
        <div key={language} className={PANELS[language]}>
          {code}
        </div>
      ))}
    </div>
  );
}
