/** crypto.randomUUID would be shorter, but browsers have it over HTTPS alone. */
export function newDraftId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
