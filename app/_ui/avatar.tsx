/** Stands beside the name, which says the same in words. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent select-none"
    >
      {readInitial(name)}
    </span>
  );
}

/** The first character as a reader sees it, which may be several code points. */
function readInitial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toLocaleUpperCase() ?? "?";
}
