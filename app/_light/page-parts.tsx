"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { preparePage, watchPage } from "./browser/start";

/** Starts the parts of the page where Next's client runs: in development and without the front door. */
export function PageParts() {
  const pathname = usePathname();
  useEffect(() => {
    if (!pathname) return;
    watchPage();
    preparePage();
  }, [pathname]);
  return null;
}
