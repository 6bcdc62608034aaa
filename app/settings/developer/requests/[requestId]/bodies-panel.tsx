import { useTranslations } from "next-intl";
import { Panel } from "@/app/_ui/page/panel";
import { CodeSample } from "@/app/_ui/shown/code-sample";
import type { Explanation } from "@/lib/requests/why";

export function BodiesPanel({ bodies }: { bodies: NonNullable<Explanation["bodies"]> }) {
  const t = useTranslations("why.bodies");
  return (
    <Panel id="bodies" title={t("title")}>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-dense text-ink-2 text-pretty">{t("explanation")}</p>
        <Body label={t("request")} none={t("noRequest")} json={bodies.request} />
        <Body label={t("response")} none={t("noResponse")} json={bodies.response} />
      </div>
    </Panel>
  );
}

function Body({ label, none, json }: { label: string; none: string; json: string | null }) {
  if (json === null) return <p className="text-dense text-ink-3">{none}</p>;
  return <CodeSample language="json" label={label} code={JSON.stringify(JSON.parse(json), null, 2)} />;
}
