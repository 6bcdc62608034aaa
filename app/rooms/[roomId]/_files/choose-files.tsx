"use client";

import { Paperclip } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/app/_ui/button";

interface ChooseFilesProps {
  onFiles: (files: File[]) => void;
  label: string;
  /** The icon alone, with the words for those who cannot see it. */
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
          // The same file again is a choice too.
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
