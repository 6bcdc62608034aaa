import { Check, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { SCOPES } from "@/lib/access/scopes";
import { listReachable, type OwnerKind } from "@/lib/api-keys/reach";
import type { Operation } from "@/lib/docs/surface/operations";
import { ACTOR_BURST_PER_MINUTE, API_KEY_BURST_PER_MINUTE, apiWriteBurstPerMinute } from "@/lib/platform/limits";
import { Code } from "./code-text";
import type { Reader } from "./reader";

export function CallFacts({ operation, reader }: { operation: Operation; reader: Reader | null }) {
  const t = useTranslations("reference.facts");
  const scopes = useTranslations("scopes.words");
  const { scope, units, burstGroup } = operation;
  const limits = { key: API_KEY_BURST_PER_MINUTE, actor: ACTOR_BURST_PER_MINUTE, write: apiWriteBurstPerMinute };
  return (
    <section aria-label={t("title")}>
      <FactList>
        <Fact name={t("scope")}>
          <Code>{scope}</Code> <span className="text-ink-2">{scopes(scope)}</span>
        </Fact>
        <Fact name={t("units")}>{t("unitsValue", { count: units })}</Fact>
        <Fact name={t("burst")}>
          <Code>{burstGroup}</Code> <span className="text-ink-2">{t(`groups.${burstGroup}`, limits)}</span>
        </Fact>
        <Fact name={t("callers")}>
          <ul className="grid gap-1">
            {listCallers(operation).map(({ name, mayCall }) => {
              const Icon = mayCall ? Check : X;
              return (
                <li key={name} className="flex items-start gap-2">
                  <Icon
                    role="img"
                    aria-label={t(mayCall ? "yes" : "no")}
                    className={`mt-0.5 size-4 shrink-0 ${mayCall ? "text-good" : "text-ink-3"}`}
                  />
                  <span className={mayCall ? "" : "text-ink-3"}>{t(`callerNames.${name}`)}</span>
                </li>
              );
            })}
          </ul>
          {operation.kind === "write" ? <p className="mt-1 text-ink-2">{t("agentsWrite")}</p> : null}
        </Fact>
        {reader && operation.kind !== "write" ? (
          <Fact name={t("ownKeys")}>
            {reader.keys.length === 0 ? (
              <span className="text-ink-2">{t("noOwnKeys")}</span>
            ) : (
              <ul className="flex flex-wrap gap-x-3 gap-y-1">
                {reader.keys.map(({ id, name, maskedKey }) => (
                  <li key={id}>
                    <Link className="underline underline-offset-4" href={`/settings/developer/api-keys/${id}`}>
                      {name}
                    </Link>{" "}
                    <span className="font-mono text-xs text-ink-3">{maskedKey}</span>
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        ) : null}
      </FactList>
    </section>
  );
}

type CallerName = "organizationKey" | "personKey" | "personToken" | "agentToken";

function listCallers({ method, path, scope, kind }: Operation): { name: CallerName; mayCall: boolean }[] {
  const isWrite = kind === "write";
  const mayKey = (owner: OwnerKind) => listReachable([{ method, path, scope, isWrite }], SCOPES, owner).length > 0;
  return [
    { name: "organizationKey", mayCall: mayKey("organization") },
    { name: "personKey", mayCall: mayKey("user") },
    { name: "personToken", mayCall: true },
    { name: "agentToken", mayCall: !isWrite },
  ];
}
