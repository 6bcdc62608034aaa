import { EyeOff, UsersRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Panel } from "@/app/_ui/panel";
import { Status } from "@/app/_ui/status";
import type { Connector } from "@/lib/connectors/queries";

/** The allowlist: nothing of any other room ever leaves. */
export function ConnectorRooms({ connector: { rooms } }: { connector: Connector }) {
  const t = useTranslations("connectors.rooms");
  const hidden = rooms.filter(({ name }) => name === null).length;
  return (
    <Panel id="rooms" title={t("title", { count: rooms.length })}>
      <ul className="grid gap-2 text-dense">
        {rooms.map(({ id, name, isShared }) =>
          name === null ? null : (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <Link href={`/rooms/${id}`} className="min-w-0 break-words underline-offset-4 hover:underline">
                {name}
              </Link>
              {isShared ? (
                <Status tone="warn" icon={UsersRound}>
                  {t("shared")}
                </Status>
              ) : null}
            </li>
          ),
        )}
        {hidden > 0 ? (
          <li className="flex items-center gap-2 text-ink-2">
            <EyeOff aria-hidden className="size-4 shrink-0" />
            {t("hidden", { count: hidden })}
          </li>
        ) : null}
      </ul>
    </Panel>
  );
}
