"use client";

import { LANGUAGES, type Language } from "@/lib/surface/call-request";
import { keepTabItem, useTabItem } from "./use-tab-item";

const STORAGE_KEY = "svc.reference.language";

/** Radio buttons that CSS follows, so they work without JavaScript. With it, the tab remembers the choice. */
export function LanguageChoice({ label, names }: { label: string; names: Readonly<Record<Language, string>> }) {
  const kept = useTabItem(STORAGE_KEY);
  const chosen = LANGUAGES.find((language) => language === kept) ?? "curl";
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-control border border-line bg-surface p-1">
        {LANGUAGES.map((language) => (
          <label
            key={language}
            className="flex min-h-7 flex-1 items-center justify-center rounded-[0.3rem] px-2.5 text-dense font-medium whitespace-nowrap text-ink-2 has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent hover:text-ink"
          >
            <input
              type="radio"
              name="language"
              data-language={language}
              checked={chosen === language}
              onChange={() => keepTabItem(STORAGE_KEY, language)}
              className="sr-only"
            />
            {names[language]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
