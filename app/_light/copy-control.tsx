import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_ui/controls/button";

interface CopyControlProps {
  label: string;
  text?: string;
}

export function CopyControl({ label, text = "" }: CopyControlProps) {
  const t = useTranslations("ui");
  return (
    <>
      <Button
        look="quiet"
        size="icon"
        className="group/copy"
        aria-label={t("copy", { label })}
        data-copy={text}
        data-copied={t("copiedLabel", { label })}
        data-failed={t("copyFailed")}
      >
        <Copy aria-hidden className="group-data-done/copy:hidden" />
        <Check aria-hidden className="hidden text-good group-data-done/copy:block" />
      </Button>
      <span role="status" className="sr-only" />
    </>
  );
}

export function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span data-copyable className="min-w-0 font-mono break-all">
        {text}
      </span>
      <CopyControl text={text} label={label} />
    </span>
  );
}
