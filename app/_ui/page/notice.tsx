import { cva } from "class-variance-authority";
import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const notice = cva("flex items-start gap-2.5 rounded-control border px-3 py-2.5 text-dense", {
  variants: {
    tone: {
      good: "border-good/30 bg-good-soft text-good",
      warn: "border-warn/30 bg-warn-soft text-warn",
      neutral: "border-line bg-muted text-ink-2",
    },
  },
});

const ICONS = { good: CircleCheck, warn: TriangleAlert, neutral: Info };

interface NoticeProps {
  tone?: keyof typeof ICONS;
  role?: "status";
  children: ReactNode;
}

export function Notice({ tone = "neutral", role, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={notice({ tone })} {...(role ? { role } : {})}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
