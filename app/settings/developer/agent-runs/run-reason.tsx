import { CircleX } from "lucide-react";
import type { RunDetail } from "@/lib/agents/runs/queries";
import { useReason } from "./use-reason";

export function RunReason({ reason: { code, message } }: { reason: NonNullable<RunDetail["reason"]> }) {
  const words = useReason()(code);
  return (
    <section className="flex gap-2.5 rounded-control border border-bad/35 bg-bad-soft p-3 text-dense text-bad">
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {words ? <p className="font-medium text-pretty">{words}</p> : null}
        <p lang="en">{message}</p>
        <p className="font-mono text-xs">{code}</p>
      </div>
    </section>
  );
}
