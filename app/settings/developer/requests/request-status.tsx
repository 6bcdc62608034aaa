import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { mergeClasses } from "@/app/_ui/controls/merge-classes";

export function RequestStatus({ status }: { status: number }) {
  const Icon = status >= 500 ? CircleX : status >= 400 ? CircleAlert : CircleCheck;
  return (
    <span
      className={mergeClasses(
        "inline-flex items-center align-middle gap-1.5 whitespace-nowrap tabular-nums",
        status >= 500 ? "text-bad" : status >= 400 ? "text-warn" : "text-good",
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" strokeWidth={2.25} />
      {status}
    </span>
  );
}
