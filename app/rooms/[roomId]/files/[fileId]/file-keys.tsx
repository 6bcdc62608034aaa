"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isBusy } from "@/app/_ui/controls/single-keys-storage";

interface FileKeysProps {
  newer: string | null;
  older: string | null;
  list: string;
}

export const FILE_KEY_EVENT = "svc:file-key";

export function FileKeys({ newer, older, list }: FileKeysProps) {
  const router = useRouter();
  useEffect(() => {
    const isMirrored = getComputedStyle(document.body).direction === "rtl";
    const [left, right] = isMirrored ? [older, newer] : [newer, older];
    const paths: Readonly<Record<string, string | null>> = { ArrowLeft: left, ArrowRight: right, Escape: list };
    const open = (key: string) => {
      const path = paths[key];
      if (path) router.push(path);
      return Boolean(path);
    };
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      const scrolls = target !== null && target.scrollWidth > target.clientWidth && event.key !== "Escape";
      if (isBusy(target) || (target !== document.body && scrolls)) return;
      if (open(event.key)) event.preventDefault();
    }
    const handleFrame = (event: Event) => {
      if (event instanceof CustomEvent && typeof event.detail === "string") open(event.detail);
    };
    document.addEventListener("keydown", handleKey);
    document.addEventListener(FILE_KEY_EVENT, handleFrame);
    return () => {
      document.removeEventListener("keydown", handleKey);
      document.removeEventListener(FILE_KEY_EVENT, handleFrame);
    };
  }, [newer, older, list, router]);
  return null;
}
