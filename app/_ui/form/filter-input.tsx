"use client";

import { useId } from "react";
import { SearchIcon } from "../controls/search-icon";
import { LiveText } from "../shown/live-text";
import { Input } from "./input";

interface FilterInputProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** Announced: how many rows are left. */
  status: string;
}

/** Narrows a list that is already on the page. It has no name, so that no form sends it, and Enter sends none. */
export function FilterInput({ label, text, onChange, status }: FilterInputProps) {
  const statusId = useId();
  return (
    <span className="relative block">
      <SearchIcon />
      <Input
        type="search"
        value={text}
        placeholder={label}
        aria-label={label}
        aria-describedby={statusId}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
        className="ps-8"
      />
      <span id={statusId} role="status" className="sr-only">
        <LiveText of={text}>{status}</LiveText>
      </span>
    </span>
  );
}

export function matchesText(search: string, texts: readonly string[]): boolean {
  const all = fold(texts.join(" "));
  return fold(search)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
