import { readForms, writeMultipart } from "../attacks/hostile-inputs";

/** A signed-in browser without JavaScript on the page that approves command lines. */
interface ApprovingBrowser {
  baseUrl: string;
  cookie: string;
}

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
  return postFields(
    { baseUrl, cookie },
    path,
    fields.map(([name, value]) => [name, changes[name] ?? value]),
  );
}

function postFields({ baseUrl, cookie }: ApprovingBrowser, path: string, fields: Parameters<typeof writeMultipart>[0]) {
  const { contentType, body } = writeMultipart(fields);
  const headers = { cookie, origin: baseUrl, "content-type": contentType };
  return fetch(baseUrl + path, { method: "POST", redirect: "manual", headers, body });
}

/** Sends the page's form that has this field, with these values. Returns the path that it leads to. */
export async function postApproval(
  browser: ApprovingBrowser,
  path: string,
  field: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const { baseUrl, cookie } = browser;
  const page = await fetch(baseUrl + path, { headers: { cookie }, redirect: "manual" });
  const fields = readForms(await page.text()).find((form) => form.some(([name]) => name === field));
  if (!fields) throw new Error(`${path} has no form with ${field}: ${page.status}`);
  const kept = fields.filter(([name]) => name.startsWith("$ACTION") || name === "login" || name === "ticket");
  const response = await postFields(browser, path, [...kept, ...Object.entries(values)]);
  return response.headers.get("location")?.replace(baseUrl, "") ?? `${response.status}`;
}

/** Types the code, confirms and approves. Returns the path of the outcome. */
export async function approveLogin(browser: ApprovingBrowser, code: string): Promise<string> {
  const path = await postApproval(browser, "/cli/approve", "code", { code });
  return postApproval(browser, path, "ticket", { decision: "approve", confirmed: "on" });
}
