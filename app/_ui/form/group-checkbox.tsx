"use client";

import { useEffect, useRef } from "react";

interface GroupCheckboxProps {
  label: string;
  /** How many of `total` are on. */
  count: number;
  total: number;
  onToggle: (isOn: boolean) => void;
}

/** Turns all boxes of a group on or off, and is between the two while some are on. It has no name: its group is sent. */
export function GroupCheckbox({ label, count, total, onToggle }: GroupCheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const isMixed = count > 0 && count < total;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <span className="grid size-6 -m-1 place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={count === total}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        className="size-4 accent-accent-solid"
      />
    </span>
  );
}
