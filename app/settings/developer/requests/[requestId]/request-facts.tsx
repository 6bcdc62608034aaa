import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { REQUESTS_PATH, writeQuery } from "@/app/_links";
import { Copyable } from "@/app/_ui/shown/copyable";
import { Fact, FactList } from "@/app/_ui/shown/fact-list";
import { Time } from "@/app/_ui/shown/time";
import type { Actor } from "@/lib/requests/read-actors";
import type { Explanation } from "@/lib/requests/why";
import { RequestActor } from "../request-parts";

export function RequestFacts({ explanation }: { explanation: Explanation }) {
  const t = useTranslations("why.facts");
  const format = useFormatter();
  const { request, area, operationId, userAgent, network, queryNames } = explanation;
  return (
    <FactList>
      <Fact name={t("at")}>
        <Time value={request.at.toISOString()} style="precise" />
      </Fact>
      <Fact name={t("duration")}>
        <Duration explanation={explanation} />
      </Fact>
      <Fact name={t("units")}>{format.number(request.units)}</Fact>
      <Fact name={t("who")}>
        <ActorLink actor={request.actor} area={area} />
      </Fact>
      {area ? <Fact name={t("area")}>{area.kind === "user" ? t("own") : area.name}</Fact> : null}
      {request.roomId === null ? null : (
        <Fact name={t("room")}>
          <Copyable text={request.roomId} label={t("room")} />
        </Fact>
      )}
      {operationId === null ? null : (
        <Fact name={t("operation")}>
          <Link
            href={`/docs/reference/${operationId}`}
            prefetch={false}
            className="font-mono underline underline-offset-4"
          >
            {operationId}
          </Link>
        </Fact>
      )}
      {queryNames.length === 0 ? null : (
        <Fact name={t("query")}>
          <span className="font-mono">{queryNames.join(", ")}</span>
        </Fact>
      )}
      {userAgent === null ? null : (
        <Fact name={t("agent")}>
          <span className="font-mono text-xs break-all">{userAgent}</span>
        </Fact>
      )}
      {network === null ? null : (
        <Fact name={t("network")}>
          <span className="font-mono text-xs">{network}</span>
        </Fact>
      )}
    </FactList>
  );
}

function Duration({ explanation: { request, inputMicros, operationMicros } }: { explanation: Explanation }) {
  const t = useTranslations("why.facts");
  const ms = request.durationMs;
  if (inputMicros === null || operationMicros === null) return t("ms", { ms });
  return t("parts", { ms, input: inputMicros / 1000, operation: operationMicros / 1000 });
}

function ActorLink({ actor, area }: { actor: Actor; area: Explanation["area"] }) {
  const who = actor.credential ?? actor.person;
  if (who === null || area === null) return <RequestActor actor={actor} />;
  return (
    <Link
      href={`${REQUESTS_PATH}${writeQuery({ area: area.ownerId, who: who.id })}`}
      className="underline underline-offset-4"
    >
      <RequestActor actor={actor} />
    </Link>
  );
}

export function backPath(area: Explanation["area"]): string {
  return `${REQUESTS_PATH}${writeQuery({ area: area?.ownerId ?? "" })}`;
}
