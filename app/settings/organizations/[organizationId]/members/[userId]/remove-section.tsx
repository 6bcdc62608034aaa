import { useTranslations } from "next-intl";
import type { Traces } from "@/lib/offboarding/queries";
import { SeatConsequences } from "../../seat-consequences";
import { RemoveForm } from "./remove-form";

interface RemoveSectionProps {
  organizationId: string;
  userId: string;
  name: string;
  organization: string;
  traces: Traces;
}

/** What ends with them in any case, and what may end with them: they know its secrets, or chose where it leads. */
export function RemoveSection({ organization, traces, ...person }: RemoveSectionProps) {
  const t = useTranslations("organizationSettings.remove");
  const { seats, keys, webhooks, connectors } = traces;
  const endings = (
    [
      ["keys", keys],
      ["webhooks", webhooks],
      ["connectors", connectors],
    ] as const
  )
    .filter(([, found]) => found.length > 0)
    .map(([kind, found]) => ({ kind, names: found.map(({ name }) => name) }));
  return (
    <section aria-labelledby="remove" className="card grid gap-4 p-4 sm:p-5">
      <h2 id="remove" className="font-semibold break-words">
        {t("title", { name: person.name, organization })}
      </h2>
      <p className="text-ink-2 text-pretty">{t("consequence")}</p>
      <SeatConsequences seats={seats} />
      <RemoveForm {...person} endings={endings} />
    </section>
  );
}
