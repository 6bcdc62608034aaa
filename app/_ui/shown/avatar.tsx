import { mergeClasses } from "../controls/merge-classes";

interface AvatarProps {
  name: string;
  className?: string;
  /** Adds a dot; a list beside it says the same in words. */
  isHere?: boolean;
}

/** Decorative: the name is always next to it. */
export function Avatar({ name, className, isHere = false }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={mergeClasses(
        "relative grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent select-none",
        className,
      )}
    >
      {readInitial(name)}
      {isHere ? (
        <span className="absolute -inset-e-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-canvas bg-good" />
      ) : null}
    </span>
  );
}

function readInitial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toLocaleUpperCase() ?? "?";
}
