"use client";

import { ArrowLeft, ArrowRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLayoutEffect } from "react";
import { LinkButton } from "@/app/_ui/controls/button";

interface AttemptStepsProps {
  newer: string | null;
  older: string | null;
}

/** ← newer, → older: by links, and by the arrow keys where nothing else wants them. */
export function AttemptSteps({ newer, older }: AttemptStepsProps) {
  const t = useTranslations("deliveries.steps");
  const router = useRouter();
  // A layout effect: a key pressed at once is not lost.
  useLayoutEffect(() => {
    function step(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
      const path = event.key === "ArrowLeft" ? newer : event.key === "ArrowRight" ? older : null;
      if (path === null || isNeeded(event.target)) return;
      event.preventDefault();
      router.push(path, { scroll: false });
    }
    document.addEventListener("keydown", step);
    return () => document.removeEventListener("keydown", step);
  }, [newer, older, router]);
  return (
    <nav aria-label={t("label")} className="flex gap-2">
      {newer ? (
        <LinkButton size="small" href={newer} scroll={false} aria-keyshortcuts="ArrowLeft">
          <ArrowLeft aria-hidden />
          {t("newer")}
        </LinkButton>
      ) : null}
      {older ? (
        <LinkButton size="small" href={older} scroll={false} aria-keyshortcuts="ArrowRight">
          {t("older")}
          <ArrowRight aria-hidden />
        </LinkButton>
      ) : null}
    </nav>
  );
}

function isNeeded(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [tabindex='0'], dialog") !== null;
}
