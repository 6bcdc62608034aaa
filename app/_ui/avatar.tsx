import { mergeClasses } from "./merge-classes";

/** Decorative: the name is always next to it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={mergeClasses(
        "grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent select-none",
        className,
      )}
    >
      {readInitial(name)}
    </span>
  );
}

/** The first grapheme, which may be several code points. */
function readInitial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toLocaleUpperCase() ?? "?";
}
