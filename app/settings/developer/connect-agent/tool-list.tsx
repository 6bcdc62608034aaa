import { useTranslations } from "next-intl";
import { Panel } from "@/app/_ui/panel";
import { TOOLS } from "@/lib/mcp/tools";

export function ToolList() {
  const t = useTranslations("connectAgent.tools");
  return (
    <Panel id="tools" title={t("title")}>
      <p className="text-dense text-ink-2 text-pretty">{t("text")}</p>
      <ul className="mt-3 divide-y divide-line text-dense">
        {TOOLS.map(({ name, endpoint, units }) => (
          <li key={name} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[1fr_auto]">
            <span className="min-w-0">
              <span className="font-mono font-medium break-all">{name}</span>
              <span className="block text-ink-2">{t(`words.${name}`)}</span>
            </span>
            <span className="text-ink-2 sm:text-right">
              <span className="block font-mono text-xs">{endpoint.scope}</span>
              {t(endpoint.kind === "write" ? "writes" : "reads")} · {t("units", { count: units })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
