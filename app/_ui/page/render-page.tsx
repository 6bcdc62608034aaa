import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { markMissing } from "@/lib/platform/page-answer";
import { MissingPage, type MissingThing } from "./missing-page";

type Draw<Props> = (props: Props) => Promise<ReactNode>;

/** The digest of the error that Next's notFound() throws. */
const NOT_FOUND = "NEXT_HTTP_ERROR_FALLBACK;404";

function isNotFound(error: unknown): boolean {
  return typeof error === "object" && error !== null && "digest" in error && error.digest === NOT_FOUND;
}

/**
 * A page or layout about one thing. Next draws an escaping notFound() in the browser alone; caught here, the answer is
 * drawn on the server, within the frame, and says what is missing. The front door makes it a 404; where Next runs
 * without the front door its own way is kept.
 */
export function renderPage<Props>(missing: MissingThing | Draw<Props>, draw: Draw<Props>): Draw<Props> {
  return async (props) => {
    try {
      return await draw(props);
    } catch (error) {
      if (!isNotFound(error) || !markMissing()) throw error;
      return typeof missing === "string" ? <MissingPage thing={missing} /> : missing(props);
    }
  };
}

export async function titlePage(thing: MissingThing | "doc", readTitle: () => Promise<string>): Promise<Metadata> {
  try {
    return { title: await readTitle() };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { title: (await getTranslations("notFound"))(`titles.${thing}`) };
  }
}
