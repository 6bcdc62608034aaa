import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const LOOKS = {
  good: { icon: CircleCheck, look: "border-good/30 bg-good-soft text-good" },
  warn: { icon: TriangleAlert, look: "border-warn/30 bg-warn-soft text-warn" },
  neutral: { icon: Info, look: "border-line bg-muted text-ink-2" },
};

interface NoticeProps {
  tone?: keyof typeof LOOKS;
  role?: "status";
  children: ReactNode;
}

export function Notice({ tone = "neutral", role, children }: NoticeProps) {
  const { icon: Icon, look } = LOOKS[tone];
  return (
    <div
      className={`flex items-start gap-2.5 rounded-control border px-3 py-2.5 text-dense ${look}`}
      {...(role ? { role } : {})}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
