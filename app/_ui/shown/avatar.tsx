import { joinClasses } from "../controls/join-classes";
import { chooseHue, readInitials } from "./hue";

interface AvatarProps {
  name: string;
  /** Gives the person's own hue, the same on every screen. Without it the avatar is grey. */
  id?: string | null | undefined;
  className?: string;
  /** Adds a dot; a list beside it says the same in words. */
  isHere?: boolean;
}

/** Decorative: the name is always next to it. */
export function Avatar({ name, id, className, isHere = false }: AvatarProps) {
  return (
    <span
      aria-hidden
      data-hue={id ? chooseHue(id) : undefined}
      className={joinClasses(
        "relative grid size-7 shrink-0 place-items-center rounded-full text-[0.6875rem] font-semibold select-none",
        id ? undefined : "bg-muted text-ink-2",
        className,
      )}
    >
      {readInitials(name)}
      {isHere ? (
        <span className="absolute -inset-e-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-canvas bg-good" />
      ) : null}
    </span>
  );
}
