import { readForms, writeMultipart } from "./hostile-inputs";

/** Sends a form of a page as a browser without JavaScript does: the first one that `isWanted` picks by its HTML. */
export async function postForm(
  baseUrl: string,
  path: string,
  cookie: string,
  isWanted: (html: string) => boolean,
  changes: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const page = await fetch(baseUrl + path, { headers: { cookie }, redirect: "manual" });
  const forms = (await page.text()).match(/<form\b[^>]*>.*?<\/form>/gs) ?? [];
  const [fields] = readForms(forms.find(isWanted) ?? "");
  if (!fields) throw new Error(`${path} has no such form: ${page.status}`);
  const { contentType, body } = writeMultipart(fields.map(([name, value]) => [name, changes[name] ?? value]));
  return fetch(baseUrl + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: baseUrl, "content-type": contentType },
    body,
  });
}
