import type { ReactNode } from "react";
import { PopDetails } from "@/app/_ui/controls/pop-details";

interface FrameMenuProps {
  label: string;
  shown: ReactNode;
  looks: { frame: string; summary: string; panel: string };
  children: ReactNode;
}

export function FrameMenu({ label, shown, looks, children }: FrameMenuProps) {
  return (
    <PopDetails className={looks.frame}>
      <summary className={`cursor-pointer list-none [&::-webkit-details-marker]:hidden ${looks.summary}`}>
        <span className="sr-only">{label}</span>
        {shown}
      </summary>
      <div className={`absolute z-30 overflow-y-auto border-line bg-surface shadow-float ${looks.panel}`}>
        {children}
      </div>
    </PopDetails>
  );
}
