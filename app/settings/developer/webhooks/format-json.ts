/** A body is sent on one line; people read it on several. Text that is not JSON stays as it is. */
export function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
