import { useTranslations } from "next-intl";
import { Meter } from "@/app/_ui/meter";
import { Panel } from "@/app/_ui/panel";
import { useSizeText } from "@/app/rooms/[roomId]/_files/use-size-text";
import type { UnitsSummary } from "@/lib/overview/queries";
import { limitStoredBytes } from "@/lib/platform/limits";

interface StorageListProps {
  entities: readonly UnitsSummary[];
  storedBytes: ReadonlyMap<string, number>;
}

export function StorageList({ entities, storedBytes }: StorageListProps) {
  const t = useTranslations("usage.storage");
  const sizeText = useSizeText();
  return (
    <Panel id="storage" title={t("title")}>
      <div className="grid gap-5">
        {entities.map((entity) => {
          const limit = limitStoredBytes(entity);
          const bytes = storedBytes.get(entity.entityId) ?? 0;
          const used = sizeText(bytes);
          return (
            <div key={entity.entityId} className="grid gap-2">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <h3 className="text-dense font-medium">{entity.kind === "INDIVIDUAL" ? t("own") : entity.name}</h3>
                <p className="text-dense text-ink-2">
                  {limit === null ? t("unlimited", { used }) : t("usedOf", { used, limit: sizeText(limit) })}
                </p>
              </div>
              {limit === null ? null : <Meter value={bytes} max={limit} />}
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
