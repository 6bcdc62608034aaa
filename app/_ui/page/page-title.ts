import type { Metadata } from "next";
import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";

export function pageTitle(key: MessageKeys<Messages, NestedKeyOf<Messages>>): () => Promise<Metadata> {
  return async () => ({ title: (await getTranslations())(key) });
}
