import Link from "next/link";
import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/code-block";
import { Copyable } from "@/app/_ui/copyable";
import { mergeClasses } from "@/app/_ui/merge-classes";
import { Panel } from "@/app/_ui/panel";
import { CLIENT_ID, CLIENT_KEYS, type ClientKey, describeClient } from "./clients";

interface ClientPanelProps {
  chosen: ClientKey;
  baseUrl: string;
  scopes: readonly string[];
}

export function ClientPanel({ chosen, baseUrl, scopes }: ClientPanelProps) {
  const t = useTranslations("connectAgent.setup");
  const { code, redirectUris } = describeClient(chosen, baseUrl, scopes);
  return (
    <Panel id="setup" title={t("title")}>
      <div className="grid gap-4 text-dense">
        <nav aria-label={t("choose")} className="flex flex-wrap gap-1.5">
          {CLIENT_KEYS.map((key) => (
            <Link
              key={key}
              href={`?client=${key}`}
              scroll={false}
              aria-current={key === chosen ? "page" : undefined}
              className={mergeClasses(
                "rounded-control border px-2.5 py-1 font-medium",
                key === chosen ? "border-accent text-accent" : "border-line text-ink-2 hover:bg-muted",
              )}
            >
              {t(`clients.${key}`)}
            </Link>
          ))}
        </nav>
        <p className="text-ink-2 text-pretty">{t("register", { placeholder: CLIENT_ID })}</p>
        {redirectUris.length > 0 ? (
          <ul className="grid gap-1">
            {redirectUris.map((uri) => (
              <li key={uri}>
                <Copyable text={uri} label={t("redirectUri")} />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-2 text-pretty">{t("redirectOther")}</p>
        )}
        <p className="text-ink-2 text-pretty">{t(`where.${chosen}`)}</p>
        <CodeBlock label={t("code", { client: t(`clients.${chosen}`) })} code={code} />
      </div>
    </Panel>
  );
}
