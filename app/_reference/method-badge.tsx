import { joinClasses } from "@/app/_ui/controls/join-classes";

const TONES: Readonly<Record<string, string>> = {
  GET: "bg-good-soft text-good",
  POST: "bg-accent-soft text-accent",
  PATCH: "bg-warn-soft text-warn",
};

export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      className={joinClasses(
        "inline-flex h-5 w-12 shrink-0 items-center justify-center rounded font-mono text-[0.6875rem] font-semibold",
        TONES[method] ?? "bg-muted text-ink-2",
      )}
    >
      {method}
    </span>
  );
}
