import { cookies } from "next/headers";
import type { ReactNode } from "react";
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

/**
 * The same code in several languages, by radio buttons that CSS follows. The reader's choice holds for every page that has
 * the language.
 */
export async function LanguageTabs({ name, label, tabs }: { name: string; label: string; tabs: LanguageTab[] }) {
  const wanted = (await cookies()).get(LANGUAGE_COOKIE)?.value;
  const chosen = tabs.find(({ language }) => language === wanted) ?? tabs[0];
  return (
    <div className="group/languages grid grid-cols-1 gap-3">
      <fieldset className="min-w-0" data-languages>
        <legend className="sr-only">{label}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-1 rounded-control border border-line bg-surface p-1">
          {tabs.map(({ language, title }) => (
            <label
              key={language}
              className="flex min-h-7 items-center justify-center rounded-[0.3rem] px-1 text-dense font-medium whitespace-nowrap text-ink-2 has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent hover:text-ink"
            >
              <input
                type="radio"
                name={name}
                data-language={language}
                defaultChecked={language === chosen?.language}
                className="sr-only"
              />
              {title}
            </label>
          ))}
        </div>
      </fieldset>
      {tabs.map(({ language, code }) => (
        <div key={language} className={PANELS[language]}>
          {code}
        </div>
      ))}
    </div>
  );
}
