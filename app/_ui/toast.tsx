"use client";

import { Toast as Base } from "@base-ui/react/toast";
import { CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback } from "react";

/** For completed actions, never for a secret. */
export function useToast(): (title: string) => void {
  const { add } = Base.useToastManager();
  return useCallback((title: string) => void add({ title }), [add]);
}

export function ToastRegion({ children }: { children: ReactNode }) {
  return (
    <Base.Provider timeout={6_000}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed right-3 bottom-3 z-50 flex w-[min(22rem,calc(100vw-1.5rem))] flex-col gap-2 sm:right-6 sm:bottom-6">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const t = useTranslations("ui");
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="float-in flex items-center gap-2.5 rounded-card border border-line bg-raised py-2 pr-2 pl-3.5 text-dense shadow-float"
    >
      <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
      <Base.Title className="min-w-0 flex-1 font-medium" />
      <Base.Close
        aria-label={t("close")}
        className="grid size-7 place-items-center rounded-control text-ink-3 hover:bg-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Base.Close>
    </Base.Root>
  ));
}
