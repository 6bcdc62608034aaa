import Link from "next/link";
import type { ComponentProps } from "react";
import { joinClasses } from "./join-classes";

const LOOKS = {
  primary:
    "border-transparent bg-accent-solid text-white hover:enabled:bg-accent-solid-hover [a&]:hover:bg-accent-solid-hover",
  plain: "border-line bg-surface text-ink hover:enabled:bg-muted [a&]:hover:bg-muted",
  quiet:
    "border-transparent text-ink-2 hover:enabled:bg-muted hover:enabled:text-ink [a&]:hover:bg-muted [a&]:hover:text-ink",
  danger: "border-transparent bg-bad-solid text-white hover:enabled:bg-bad-solid-hover",
  dangerPlain: "border-line bg-surface text-bad hover:enabled:bg-bad-soft [a&]:hover:bg-bad-soft",
};

const SIZES = {
  normal: "h-9 px-3.5 text-sm pointer-coarse:h-11 [&_svg]:size-4",
  small: "h-7 px-2.5 text-dense pointer-coarse:h-9 [&_svg]:size-4",
  icon: "size-8 pointer-coarse:size-11 [&_svg]:size-4",
  tight: "size-6 pointer-coarse:size-11 [&_svg]:size-3.5",
};

interface Look {
  look?: keyof typeof LOOKS | undefined;
  size?: keyof typeof SIZES | undefined;
  className?: string | undefined;
}

/** A class that overrides one of the look or size needs an exclamation mark. */
const classesOf = ({ look = "plain", size = "normal", className }: Look) =>
  joinClasses(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap transition-colors select-none disabled:opacity-55 [&_svg]:shrink-0",
    LOOKS[look],
    SIZES[size],
    className,
  );

export function Button({ look, size, className, type = "button", ...props }: ComponentProps<"button"> & Look) {
  return <button type={type} className={classesOf({ look, size, className })} {...props} />;
}

type LinkButtonProps = Omit<ComponentProps<typeof Link>, "href"> & Look & { href: string };

/**
 * Fetches nothing ahead: its pages are drawn for each visit. A jump within the page is left to the browser: Next's router
 * forgets to scroll when a refresh comes right after the click.
 */
export function LinkButton({ look, size, className, href, prefetch = false, ...props }: LinkButtonProps) {
  const classes = classesOf({ look, size, className });
  if (href.startsWith("#")) return <a href={href} className={classes} {...props} />;
  return <Link prefetch={prefetch} href={href} className={classes} {...props} />;
}

export function AnchorButton({ look, size, className, ...props }: ComponentProps<"a"> & Look) {
  return <a className={classesOf({ look, size, className })} {...props} />;
}
