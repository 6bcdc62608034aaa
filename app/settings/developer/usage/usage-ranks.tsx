import { useTranslations } from "next-intl";
import { REQUESTS_PATH, writeQuery } from "@/app/_links";
import type { Usage } from "@/lib/requests/usage";
import { RankTable } from "../_charts/rank-table";
import { useAxisName } from "../requests/refusal-notice";
import { RequestActor } from "../requests/request-parts";
import type { UsageQuery } from "./usage-query";

export function UsageRanks({ usage, query }: { usage: Usage; query: UsageQuery }) {
  const t = useTranslations("usage.ranks");
  const link = (filter: Record<string, string>) => `${REQUESTS_PATH}${writeQuery({ ...query, ...filter })}`;
  const { area, credentials, people, routes } = usage;
  return (
    <div className="-mb-9 gap-10 lg:columns-2 [&>*]:mb-9 [&>*]:break-inside-avoid">
      <RankTable
        id="by-credential"
        title={t("credentials")}
        subject={t("credential")}
        rows={credentials.map(({ actor, requests, units }) => {
          const id = actor.credential?.id ?? "";
          return { key: id || "none", name: <RequestActor actor={actor} />, href: link({ who: id }), requests, units };
        })}
      />
      <RankTable
        id="by-route"
        title={t("routes")}
        subject={t("route")}
        rows={routes.map(({ method, route, requests, units }) => ({
          key: `${method} ${route}`,
          name: <span className="font-mono text-xs">{`${method} ${route}`}</span>,
          href: link({ method, route }),
          requests,
          units,
        }))}
      />
      {area.kind === "organization" && area.seesAll ? (
        <RankTable
          id="by-person"
          title={t("people")}
          subject={t("person")}
          rows={people.map(({ person, requests, units }) => ({
            key: person.id,
            name: person.name ?? person.id,
            href: link({ who: person.id }),
            requests,
            units,
          }))}
        />
      ) : null}
      <RefusalRanks usage={usage} link={link} />
    </div>
  );
}

interface RefusalRanksProps {
  usage: Usage;
  link: (filter: Record<string, string>) => string;
}

function RefusalRanks({ usage: { axes, statuses }, link }: RefusalRanksProps) {
  const t = useTranslations("usage.ranks");
  const axisName = useAxisName();
  return (
    <>
      <RankTable
        id="by-axis"
        title={t("axes")}
        subject={t("axis")}
        rows={axes.map(({ axis, requests }) => ({
          key: axis,
          name: axisName(axis),
          href: link({ axis }),
          requests,
        }))}
      />
      <RankTable
        id="by-status"
        title={t("statuses")}
        subject={t("status")}
        rows={statuses.map(({ status, errorCode, requests }) => ({
          key: `${status} ${errorCode}`,
          name: <span className="font-mono text-xs">{errorCode === null ? status : `${status} ${errorCode}`}</span>,
          href: link({ status: String(status), code: errorCode ?? "" }),
          requests,
        }))}
      />
    </>
  );
}
