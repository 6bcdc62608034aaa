"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ORGANIZATIONS_PATH } from "@/app/_links";
import { FrameLink } from "@/app/_ui/controls/frame-link";
import { chooseArea } from "@/app/preferences/actions";
import { FrameMenu } from "./frame-menu";
import { BELOW } from "./menu-looks";

export interface Area {
  id: string;
  name: string;
}

interface AreaSwitcherProps {
  areas: readonly Area[];
  chosen: string;
  icon: ReactNode;
}

/** Sets whose requests, usage and audit log are shown, on this page and on all later ones. */
export function AreaSwitcher({ areas, chosen, icon }: AreaSwitcherProps) {
  const t = useTranslations("ui.area");
  const pathname = usePathname();
  const [current, setCurrent] = useCurrent(areas, chosen);
  return (
    <FrameMenu
      label={t("label")}
      looks={BELOW}
      shown={
        <>
          <span className="min-w-0 flex-1 truncate font-semibold tracking-tight">
            {areas.find(({ id }) => id === current)?.name}
          </span>
          {icon}
        </>
      }
    >
      <form action={chooseArea} className="grid grid-cols-1 gap-px">
        <input type="hidden" name="path" value={pathname} />
        {areas.map(({ id, name }) => (
          <button
            key={id}
            type="submit"
            name="area"
            value={id}
            aria-pressed={id === current}
            onClick={() => setCurrent(id)}
            className="flex min-h-8 min-w-0 items-center gap-2 rounded-control px-2.5 text-start text-dense text-ink-2 hover:bg-muted hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
          >
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {id === current ? (
              <span aria-hidden className="text-accent">
                ✓
              </span>
            ) : null}
          </button>
        ))}
      </form>
      <div className="mt-1.5 border-t border-line pt-1.5">
        <FrameLink href={ORGANIZATIONS_PATH}>{t("manage")}</FrameLink>
      </div>
    </FrameMenu>
  );
}

/** A layout stays while pages come and go, so the area of a page's URL is noticed here. */
function useCurrent(areas: readonly Area[], chosen: string) {
  const asked = useSearchParams().get("area");
  const [seen, setSeen] = useState({ chosen, asked: "" });
  const [current, setCurrent] = useState(chosen);
  if (seen.chosen !== chosen || seen.asked !== (asked ?? "")) {
    setSeen({ chosen, asked: asked ?? "" });
    if (areas.some(({ id }) => id === asked)) setCurrent(asked ?? "");
    else if (seen.chosen !== chosen) setCurrent(chosen);
  }
  return [current, setCurrent] as const;
}
