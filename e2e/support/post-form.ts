import { readForms, writeMultipart } from "./hostile-inputs";

/** Sends the first form of a page that `isWanted` accepts by its HTML, as a browser without JavaScript does. */
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
