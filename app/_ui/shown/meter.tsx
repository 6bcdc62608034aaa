import { joinClasses } from "../controls/join-classes";

/** Repeats a number that is written next to it. SVG, because its width is an attribute and needs no inline style. */
export function Meter({ value, max, isProgress = false }: { value: number; max: number; isProgress?: boolean }) {
  const share = max === 0 ? 1 : Math.min(1, value / max);
  const worry = isProgress ? 0 : share;
  const tone = worry >= 0.95 ? "text-bad-solid" : worry >= 0.8 ? "text-warn-solid" : "text-accent-solid";
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={joinClasses("h-1.5 w-full overflow-hidden rounded-full bg-muted", tone)}
    >
      <rect width={share === 0 ? 0 : Math.max(1, share * 100)} height="6" fill="currentColor" />
    </svg>
  );
}
