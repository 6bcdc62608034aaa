import { vi } from "vitest";

/** Outside of a request Next has no locale and nothing to wait for. Files share modules, so all of them get the same stand-ins. */
vi.mock("next-intl/server", async () => {
  const [{ createTranslator }, { en }] = await Promise.all([import("next-intl"), import("../../lib/i18n/messages/en")]);
  return {
    getTranslations: (namespace: keyof typeof en) => createTranslator({ locale: "en", messages: en, namespace }),
  };
});
vi.mock("next/server", () => ({ connection: () => Promise.resolve() }));
