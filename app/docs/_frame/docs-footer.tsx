import { getTranslations } from "next-intl/server";
import { SingleKeysChoice } from "./single-keys-choice";

const FILES = ["/llms.txt", "/llms-full.txt", "/openapi.json"] as const;

export async function DocsFooter() {
  const t = await getTranslations("docs");
  return (
    <footer className="flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-4 py-4 text-xs text-ink-3 sm:px-8">
      <nav aria-label={t("forPrograms")}>
        <ul className="flex flex-wrap gap-x-5">
          {FILES.map((path) => (
            <li key={path}>
              <a
                href={path}
                className="inline-flex min-h-6 items-center font-mono underline-offset-4 hover:text-ink hover:underline"
              >
                {path.slice(1)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SingleKeysChoice />
    </footer>
  );
}
