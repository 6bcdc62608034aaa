/** A token that the service issued to the signed-in reader; it stays in the memory of this page. */
interface ReaderToken {
  token: string;
  expiresAt: string;
  area: string;
}

export class NoReaderToken extends Error {}

/** A token that would end on the way is not sent. */
const LEAST_LEFT_MS = 30_000;

let last: { name: string; issued: ReaderToken } | null = null;

export async function fetchReaderToken(operationId: string, roomId: string | undefined): Promise<ReaderToken> {
  const name = `${operationId} ${roomId ?? ""}`;
  if (last?.name === name && Date.parse(last.issued.expiresAt) - Date.now() > LEAST_LEFT_MS) return last.issued;
  const response = await fetch("/api/reference-token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ operationId, roomId }),
    cache: "no-store",
  });
  const answer = (await response.json()) as ReaderToken & { message: string };
  if (!response.ok) throw new NoReaderToken(answer.message);
  last = { name, issued: answer };
  return answer;
}

/** One that was refused has ended, for example with the session. */
export function forgetReaderToken(): void {
  last = null;
}
