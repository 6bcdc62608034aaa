import { Monitor, Moon, Sun } from "lucide-react";
import { cookies } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { chooseLocale, chooseTheme } from "@/app/preferences/actions";
import { LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";
import { readTheme, THEME_COOKIE, THEMES } from "@/lib/platform/theme";

const ICONS = { system: Monitor, light: Sun, dark: Moon };
const GROUP = "m-0 inline-flex rounded-control border border-line bg-surface p-0.5";
const CHOICE =
  "grid h-6 min-w-7 place-items-center rounded-[0.3125rem] px-1.5 text-xs text-ink-2 hover:text-ink aria-pressed:bg-muted aria-pressed:font-medium aria-pressed:text-ink";

/** Plain forms, so both switches work without JavaScript. */
export async function ThemeSwitch() {
  const t = await getTranslations("ui.theme");
  const chosen = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <form action={chooseTheme} data-preference="theme">
      <fieldset className={GROUP}>
        <legend className="sr-only">{t("legend")}</legend>
        {THEMES.map((theme) => {
          const Icon = ICONS[theme];
          return (
            <button
              key={theme}
              type="submit"
              name="theme"
              value={theme}
              title={t(theme)}
              aria-label={t(theme)}
              aria-pressed={theme === chosen}
              className={CHOICE}
            >
              <Icon aria-hidden className="size-3.5" />
            </button>
          );
        })}
      </fieldset>
    </form>
  );
}

export async function LocaleSwitch() {
  const [t, chosen] = await Promise.all([getTranslations("ui"), getLocale()]);
  return (
    <form action={chooseLocale} data-preference="locale">
      <fieldset className={GROUP}>
        <legend className="sr-only">{t("language")}</legend>
        {LOCALES.map((locale) => (
          <button
            key={locale}
            type="submit"
            name="locale"
            value={locale}
            lang={locale}
            aria-pressed={locale === chosen}
            className={CHOICE}
          >
            {LOCALE_NAMES[locale]}
          </button>
        ))}
      </fieldset>
    </form>
  );
}
