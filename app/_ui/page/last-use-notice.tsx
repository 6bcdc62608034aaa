import type { ReactNode } from "react";
import { Ago } from "../shown/ago";
import { Notice } from "./notice";

interface LastUseNoticeProps {
  at: string | Date | null;
  never: string;
  used: (time: () => ReactNode) => ReactNode;
}

export function LastUseNotice({ at, never, used }: LastUseNoticeProps) {
  return <Notice tone={at ? "warn" : "neutral"}>{at ? used(() => <Ago value={at} />) : never}</Notice>;
}
