/** The first character of a name, as a reader sees it, which may be several code points. The name itself stands beside it. */
export function Avatar({ name }: { name: string }) {
  const [first] = new Intl.Segmenter().segment(name);
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
    >
      {first?.segment.toLocaleUpperCase() ?? "?"}
    </span>
  );
}
