/** Visible ASCII without `"`, `,`, `;`, `<`, `>` and `\`, which end or change the header's value, or a text around it. */
const REQUEST_ID = /^[!#-+\--:=?-[\]-~]{1,128}$/;

/** Whether a client's own request id is used. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}
