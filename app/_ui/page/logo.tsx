/* oxlint-disable nextjs/no-img-element -- an SVG image is the same file for all screens. */
import { brand, brandPath } from "@/lib/platform/brand";
import { MARK_FRAME, MARK_PERSON } from "@/lib/platform/brand-mark";
import { joinClasses } from "../controls/join-classes";

/** The mark of the brand, beside its name or alone. */
export function Logo({ className = "size-6" }: { className?: string }) {
  const classes = joinClasses("shrink-0 text-accent-solid", className);
  // biome-ignore lint/performance/noImgElement: an SVG image has one size for all screens
  if (brand().hasOwnMark) return <img src={brandPath("mark.svg")} alt="" className={classes} />;
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={classes}>
      <rect width="24" height="24" rx="6" fill="currentColor" />
      <g fill="#fff">
        <path d={MARK_FRAME} />
        <circle {...MARK_PERSON} />
      </g>
    </svg>
  );
}
