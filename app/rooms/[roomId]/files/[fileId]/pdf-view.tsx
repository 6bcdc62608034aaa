"use client";

import { FileX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { Notice } from "@/app/_ui/page/notice";
import type { SharedFile } from "@/lib/files/workspace";
import { type PdfState, servePdfFrame } from "./serve-pdf-frame";

/** The frame has an origin of its own and asks this page for the bytes. The renderer is loaded by the frame alone. */
export function PdfView({ file }: { file: SharedFile }) {
  const t = useTranslations("files.preview.pdf");
  const locale = useLocale();
  const isBrowser = useIsBrowser();
  const [turn, setTurn] = useState(0);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const [state, setState] = useState<PdfState>({ kind: "loading" });
  const { roomId, id, size, fileName } = file;
  // Texts, not `t`: a page that is drawn again has another one, and the document would be opened from its beginning.
  const [document, page, unreadablePage] = [
    t("document", { name: fileName }),
    t("page", { page: "{page}", pages: "{pages}" }),
    t("unreadablePage"),
  ];
  useEffect(() => {
    if (!frame) return;
    const labels = { document, page, unreadablePage };
    return servePdfFrame(frame, { roomId, id, size }, { locale, labels }, setState);
  }, [frame, roomId, id, size, document, page, unreadablePage, locale]);
  if (!isBrowser) return <Notice>{t("noScript")}</Notice>;
  if (state.kind === "failed") {
    const { problem } = state;
    const retry = () => {
      setState({ kind: "loading" });
      setTurn(turn + 1);
    };
    return (
      <div role="alert">
        <EmptyState icon={FileX} title={t(`problems.${problem}.title`)} text={t(`problems.${problem}.text`)}>
          {problem === "network" || problem === "signed_out" ? <Button onClick={retry}>{t("retry")}</Button> : null}
        </EmptyState>
      </div>
    );
  }
  const isCut = state.kind === "opened" && state.shown < state.pages;
  return (
    <div className="grid grid-cols-1 gap-2">
      <p role="status" className="text-xs text-ink-3">
        {state.kind === "loading" ? t("loading") : t(isCut ? "more" : "opened", state)}
      </p>
      <iframe
        key={`${locale} ${turn}`}
        ref={setFrame}
        // A document that takes over the renderer finds no cookies: allow-same-origin is missing on purpose.
        sandbox="allow-scripts"
        title={document}
        className="card h-[75dvh] w-full bg-muted"
      />
    </div>
  );
}
