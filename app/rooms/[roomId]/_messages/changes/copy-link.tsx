"use client";

import { Check, Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";

const SAID_MS = 1_200;

interface CopyLinkProps {
  href: string;
  className: string;
  onCopied: () => void;
  onDone: () => void;
}

/** Copies the address of a message. Without JavaScript, and where the browser does not allow copying, it opens the address. */
export function CopyLink({ href, className, onCopied, onDone }: CopyLinkProps) {
  const t = useTranslations("messages.link");
  const [isCopied, setCopied] = useState(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => {
      setCopied(false);
      done.current();
    }, SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(new URL(href, window.location.href).href);
      setCopied(true);
      onCopied();
    } catch {
      window.location.assign(href);
    }
  };
  const Icon = isCopied ? Check : Link2;
  return (
    <a
      href={href}
      onClick={(event) => {
        event.preventDefault();
        void copy();
      }}
      className={className}
    >
      <Icon aria-hidden className={isCopied ? "size-4 text-good" : "size-4"} />
      {t(isCopied ? "copied" : "copy")}
    </a>
  );
}
