"use client";

import { useEffect, useRef } from "react";

interface GroupCheckboxProps {
  label: string;
  count: number;
  total: number;
  onToggle: (isOn: boolean) => void;
}

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
        className="size-4"
      />
    </span>
  );
}
