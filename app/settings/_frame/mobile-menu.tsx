import { Menu, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FrameMenu } from "./frame-menu";
import { ACROSS } from "./menu-looks";

export function MobileMenu({ children }: { children: ReactNode }) {
  const t = useTranslations("ui");
  const icons = (
    <>
      <Menu aria-hidden className="size-4 group-open:hidden" />
      <X aria-hidden className="hidden size-4 group-open:block" />
    </>
  );
  return (
    <FrameMenu label={t("menu")} shown={icons} looks={ACROSS}>
      {children}
    </FrameMenu>
  );
}
