import { Monitor } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SubmitButton } from "../form/submit-button";
import { Status } from "./status";

interface DeviceRowProps {
  sessionId: string;
  name: ReactNode;
  /** The row is about the device that looks at it. */
  isCurrent?: boolean;
  facts: ReactNode;
  /** null: the device that looks at the row. `label` names the device. */
  end: { action: (form: FormData) => Promise<void>; text: string; label: string } | null;
}

export function DeviceRow({ sessionId, name, isCurrent, facts, end }: DeviceRowProps) {
  const t = useTranslations("account");
  const factsId = `${sessionId}-facts`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {isCurrent ? (
            <Status tone="good" icon={Monitor}>
              {t("thisDevice")}
            </Status>
          ) : null}
        </p>
        <p id={factsId} className="flex flex-wrap gap-x-3 text-dense text-ink-2">
          {facts}
        </p>
      </div>
      {end ? (
        <form action={end.action}>
          <input type="hidden" name="sessionId" value={sessionId} />
          <SubmitButton look="dangerPlain" size="small" aria-label={end.label} aria-describedby={factsId}>
            {end.text}
          </SubmitButton>
        </form>
      ) : null}
    </li>
  );
}
