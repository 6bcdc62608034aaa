import { Eye, Pencil, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { isScope, SCOPE_RESOURCES, SCOPES, splitScope } from "@/lib/access/scopes";

const ICONS: { readonly [action: string]: typeof Eye } = { read: Eye, write: Pencil };

/** Scopes in plain words and by name (§5), by resource and in the contract's order. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const t = useTranslations("scopes");
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  const others = scopes.filter((scope) => !isScope(scope));
  const groups = SCOPE_RESOURCES.map((resource) => ({
    title: t(`resources.${resource}`),
    scopes: known.filter((scope) => splitScope(scope).resource === resource),
  }));
  return (
    <ul className="grid h-fit gap-3.5 text-dense">
      {groups
        .filter((group) => group.scopes.length > 0)
        .map((group) => (
          <li key={group.title}>
            <span className="block font-medium">{group.title}</span>
            <ul className="mt-1 grid gap-1.5">
              {group.scopes.map((scope) => {
                const Icon = ICONS[splitScope(scope).action] ?? Play;
                return (
                  <li key={scope} className="flex items-start gap-2.5">
                    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
                    <span className="min-w-0 text-ink-2">
                      {t(`words.${scope}`)}{" "}
                      <code className="font-mono text-xs whitespace-nowrap text-ink-3">{scope}</code>
                    </span>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      {others.length === 0 ? null : (
        <li>
          <span className="block font-medium">{t("resources.other")}</span>
          <span className="mt-1 block font-mono text-xs text-ink-3">{others.join(" ")}</span>
        </li>
      )}
    </ul>
  );
}
