import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { joinClasses } from "../controls/join-classes";

interface TimelineStepProps {
  icon: LucideIcon;
  text: ReactNode;
  isAlarming?: boolean;
  children: ReactNode;
}

export function TimelineStep({ icon: Icon, text, isAlarming = false, children }: TimelineStepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={joinClasses(
          "grid size-7 shrink-0 place-items-center rounded-full border",
          isAlarming ? "border-bad/35 bg-bad-soft text-bad" : "border-line text-ink-3",
        )}
      >
        <Icon aria-hidden className="size-3.5" />
      </span>
      <span className="min-w-0">
        <span className={joinClasses("block", isAlarming && "font-medium text-bad")}>{text}</span>
        <span className="block text-xs text-ink-3">{children}</span>
      </span>
    </li>
  );
}
