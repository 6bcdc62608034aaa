import { useTranslations } from "next-intl";
import { CodeBlock } from "@/app/_ui/code-block";
import { Panel } from "@/app/_ui/panel";

const TOKEN_COMMAND =
  'TOKEN=$(npm run -s svc -- token --user owner --scopes "mcp:tools me:read rooms:read" --audience mcp)';

/** Without a client: what travels is one JSON message each way. */
export function TryPanel({ url, hasDemo }: { url: string; hasDemo: boolean }) {
  const t = useTranslations("connectAgent.try");
  return (
    <Panel id="try" title={t("title")}>
      <div className="grid gap-3 text-dense">
        {hasDemo ? (
          <>
            <p className="text-ink-2 text-pretty">{t("tokenText")}</p>
            <CodeBlock label={t("token")} code={TOKEN_COMMAND} />
          </>
        ) : (
          <p className="text-ink-2 text-pretty">{t("tokenProduction", { url })}</p>
        )}
        <CodeBlock label={t("list")} code={writeCurl(url, { method: "tools/list" })} />
        <CodeBlock
          label={t("call")}
          code={writeCurl(url, { method: "tools/call", params: { name: "list_rooms", arguments: { limit: 5 } } })}
        />
      </div>
    </Panel>
  );
}

function writeCurl(url: string, message: object): string {
  return [
    `curl ${url}`,
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'Content-Type: application/json'",
    "-H 'Accept: application/json, text/event-stream'",
    `-d '${JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })}'`,
  ].join(" \\\n  ");
}
