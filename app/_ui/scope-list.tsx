import { Eye, Pencil, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { isScope, SCOPE_RESOURCES, SCOPES, splitScope } from "@/lib/access/scopes";

interface ScopeListProps {
  scopes: readonly string[];
  /** Hides the scopes' technical names, for people who do not build apps. */
  isPlain?: boolean;
}

const ICONS: { readonly [action: string]: typeof Eye } = { read: Eye, write: Pencil };

/** Scopes in plain words for the person who grants them, by resource and in the order of §5. */
export function ScopeList({ scopes, isPlain = false }: ScopeListProps) {
  const t = useTranslations("scopes");
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  // A granted scope that no longer exists is shown by its name.
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
                      {isPlain ? null : <span className="font-mono text-xs text-ink-3">{scope}</span>}
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
