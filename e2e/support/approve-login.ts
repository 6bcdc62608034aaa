import { readForms, writeMultipart } from "./hostile-inputs";

const APPROVE = "/cli/approve";

/** A signed-in browser without JavaScript on the page that approves command lines. */
export interface ApprovingBrowser {
  baseUrl: string;
  cookie: string;
}

/** Sends the page's form that has this field, with these values. Returns the path that it leads to. */
export async function postApproval(
  { baseUrl, cookie }: ApprovingBrowser,
  path: string,
  field: string,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const page = await fetch(baseUrl + path, { headers: { cookie }, redirect: "manual" });
  const fields = readForms(await page.text()).find((form) => form.some(([name]) => name === field));
  if (!fields) throw new Error(`${path} has no form with ${field}: ${page.status}`);
  const kept = fields.filter(([name]) => name.startsWith("$ACTION") || name === "login" || name === "ticket");
  const given = Object.entries(values).map(([name, value]): [string, string] => [name, value]);
  const { contentType, body } = writeMultipart([...kept, ...given]);
  const response = await fetch(baseUrl + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: baseUrl, "content-type": contentType },
    body,
  });
  return response.headers.get("location")?.replace(baseUrl, "") ?? `${response.status}`;
}

/** Types the code, confirms and approves. Returns the path of the outcome. */
export async function approveLogin(browser: ApprovingBrowser, code: string): Promise<string> {
  const path = await postApproval(browser, APPROVE, "code", { code });
  return postApproval(browser, path, "ticket", { decision: "approve", confirmed: "on" });
}
