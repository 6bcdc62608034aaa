/** crypto.randomUUID would be shorter, but browsers offer it only over HTTPS. */
export function newDraftId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
