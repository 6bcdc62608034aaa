"use client";

import { SmilePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { Scripted } from "@/app/_ui/controls/scripted";
import { useLoaded } from "@/app/_ui/controls/use-loaded";
import type { EmojiInsertProps } from "./emoji-insert";

const load = async () => (await import("./emoji-insert")).EmojiInsert;

export function EmojiButton({ fieldRef }: Pick<EmojiInsertProps, "fieldRef">) {
  const label = useTranslations("messages")("emoji");
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [EmojiInsert, want] = useLoaded(load);
  const [isOpen, setOpen] = useState(false);
  return (
    <Scripted>
      <Button
        ref={buttonRef}
        look="quiet"
        size="icon"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => void want().then((isLoaded) => setOpen(isLoaded && !isOpen))}
      >
        <SmilePlus aria-hidden />
      </Button>
      {EmojiInsert && isOpen ? (
        <EmojiInsert {...{ fieldRef, buttonRef, label }} onClose={() => setOpen(false)} />
      ) : null}
    </Scripted>
  );
}
