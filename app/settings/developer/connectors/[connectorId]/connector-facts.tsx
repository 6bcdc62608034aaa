import Link from "next/link";
import { useTranslations } from "next-intl";
import { Copyable } from "@/app/_ui/copyable";
import { Fact, FactList } from "@/app/_ui/fact-list";
import { Time } from "@/app/_ui/time";
import { ACTION_NAMES, ACTION_PROFILES, coversProfile } from "@/lib/connectors/connector";
import type { Connector } from "@/lib/connectors/queries";
import { MaskedToken } from "../masked-token";
import { pathOf } from "../paths";

export function ConnectorFacts({ connector }: { connector: Connector }) {
  const t = useTranslations("connectors");
  const runs = useTranslations("agentRuns.actions");
  const { agentId, model, toolProfile, networkMode, sessionStrategy } = connector;
  const actions = ACTION_NAMES.filter((name) => coversProfile(toolProfile, ACTION_PROFILES[name]));
  return (
    <FactList>
      <Fact name={t("facts.id")}>
        <Copyable text={connector.id} label={t("facts.id")} />
      </Fact>
      <Fact name={t("facts.owner")}>{connector.ownerName}</Fact>
      <Fact name={t(agentId === null ? "facts.model" : "facts.agent")}>
        <span className="font-mono break-all">{agentId ?? model}</span>
      </Fact>
      <Fact name={t("facts.token")}>
        <span className="flex flex-wrap items-center gap-x-3">
          <MaskedToken />
          <Link href={pathOf(connector.id, "/token")} className="underline underline-offset-4">
            {t("facts.replace")}
          </Link>
        </span>
      </Fact>
      <Fact name={t("columns.toolProfile")}>
        {t(`toolProfiles.${toolProfile}`)}
        <span className="block text-xs text-ink-3">{actions.map((name) => runs(name)).join(" · ")}</span>
      </Fact>
      <Fact name={t("facts.network")}>
        {t(`networkModes.${networkMode}`)}
        <Accepted connector={connector} />
      </Fact>
      <Fact name={t("facts.session")}>
        {t(`sessionStrategies.${sessionStrategy}`)}
        <span className="block font-mono text-xs break-all text-ink-3">{SESSION_KEYS[sessionStrategy]}</span>
      </Fact>
      <Fact name={t("facts.created")}>
        <Time value={connector.createdAt.toISOString()} style="date" />
        {connector.createdByName ? (
          <span className="text-ink-3"> {t("by", { name: connector.createdByName })}</span>
        ) : null}
      </Fact>
    </FactList>
  );
}

/** §4 rule 1 */
const SESSION_KEYS: Record<Connector["sessionStrategy"], string> = {
  room: "svc:room:{roomId}",
  thread: "svc:room:{roomId}:thread:{messageId}",
  record: "svc:record:{recordId}",
  user: "svc:user:{userId}",
};

function Accepted({ connector: { publicAcceptedAt, proxyAcceptedAt } }: { connector: Connector }) {
  const t = useTranslations("connectors.facts");
  return (
    <>
      {publicAcceptedAt ? (
        <span className="block text-xs text-ink-3">
          {t("publicAccepted")} <Time value={publicAcceptedAt.toISOString()} style="date" />
        </span>
      ) : null}
      {proxyAcceptedAt ? (
        <span className="block text-xs text-ink-3">
          {t("proxyAccepted")} <Time value={proxyAcceptedAt.toISOString()} style="date" />
        </span>
      ) : null}
    </>
  );
}
