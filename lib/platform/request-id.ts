/** Visible ASCII without `"`, `,`, `;`, `<`, `>` and `\`, which end or change the header's value, or a text around it. */
const REQUEST_ID = /^[!#-+\--:=?-[\]-~]{1,128}$/;

export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}
