const REQUEST_ID = /^[!#-+\--:=?-[\]-~]{1,128}$/;

export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text);
}
