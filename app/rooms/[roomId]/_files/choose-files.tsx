"use client";

import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/app/_ui/controls/button";

interface ChooseFilesProps {
  onFiles: (files: File[]) => void;
  label: string;
  /** Shows only the icon and keeps the label for screen readers. */
  isCompact?: boolean;
}

export function ChooseFiles({ onFiles, label, isCompact = false }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Choosing the same file twice must fire a change event.
          currentTarget.value = "";
        }}
      />
      <Button
        look={isCompact ? "quiet" : "plain"}
        size={isCompact ? "icon" : "small"}
        onClick={() => input.current?.click()}
        {...(isCompact ? { "aria-label": label, title: label } : {})}
      >
        <Paperclip aria-hidden />
        {isCompact ? null : label}
      </Button>
    </>
  );
}
