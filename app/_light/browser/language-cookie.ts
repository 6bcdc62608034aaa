export const LANGUAGE_COOKIE = "svc_code_language";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The server draws the chosen language at the next page; the other choices of this page follow at once. */
export function prepareLanguages(group: HTMLElement): void {
  group.addEventListener("change", ({ target }) => {
    const language = target instanceof HTMLElement ? target.dataset["language"] : undefined;
    if (language === undefined) return;
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have got the Cookie Store API only lately
    document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
    for (const radio of document.querySelectorAll<HTMLInputElement>(`[data-language="${language}"]`))
      radio.checked = true;
  });
}
