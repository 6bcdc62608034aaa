"use client";

import { useTranslations } from "next-intl";
import { Component, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "@/app/_ui/controls/button";
import { useIsBrowser } from "@/app/_ui/controls/use-is-browser";
import { chooseFormat } from "@/lib/records/markdown";

/** Formats in the reader's browser, so that a costly text costs the server nothing. */
const MarkdownBody = lazy(() => import("./markdown-body"));

interface FallbackProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Text that cannot be formatted is shown as written. */
class Fallback extends Component<FallbackProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

export function Markdown({ text }: { text: string }) {
  const t = useTranslations("roomRecords.text");
  const isBrowser = useIsBrowser();
  const [isAsked, setAsked] = useState(false);
  if (text.trim() === "") return <p className="text-ink-3">{t("empty")}</p>;
  const plain = <div className="whitespace-pre-wrap">{text}</div>;
  if (!isBrowser) return plain;
  const format = chooseFormat(text);
  if (format === "plain" || (format === "asked" && !isAsked))
    return (
      <>
        <p className="mb-3 flex flex-wrap items-center gap-3 text-dense text-ink-2">
          {t(format === "plain" ? "costly" : "long")}
          {format === "plain" ? null : (
            <Button size="small" onClick={() => setAsked(true)}>
              {t("format")}
            </Button>
          )}
        </p>
        {plain}
      </>
    );
  return (
    <Fallback key={text} fallback={plain}>
      <Suspense fallback={plain}>
        <MarkdownBody text={text} />
      </Suspense>
    </Fallback>
  );
}
