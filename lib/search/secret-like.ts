/** A key, a token or a signing secret. Secrets have no place in a URL: a pasted one is neither sent nor searched for. */
export function isSecretLike(text: string): boolean {
  return /(?:^|[^a-z])(?:svc_[a-z]+_|whsec_)/i.test(text);
}
