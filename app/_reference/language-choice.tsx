interface LanguageChoiceProps<Language extends string> {
  name: string;
  label: string;
  languages: readonly Language[];
  names: Readonly<Partial<Record<Language, string>>>;
  chosen?: Language | undefined;
}

/** Radio buttons that CSS follows, so they work without a script. */
export function LanguageChoice<Language extends string>(props: LanguageChoiceProps<Language>) {
  const { name, label, languages, names, chosen = languages[0] } = props;
  return (
    <fieldset className="min-w-0" data-languages>
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-1 rounded-control border border-line bg-surface p-1">
        {languages.map((language) => (
          <label
            key={language}
            className="flex min-h-7 items-center justify-center rounded-[0.3rem] px-1 text-dense font-medium whitespace-nowrap text-ink-2 has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent hover:text-ink"
          >
            <input
              type="radio"
              name={name}
              data-language={language}
              defaultChecked={language === chosen}
              className="sr-only"
            />
            {names[language]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
