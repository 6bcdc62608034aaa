/** null: there is none. undefined: it could not be read. */
export async function readJson<Body>(path: string): Promise<Body | null | undefined> {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    if (answer.ok) return (await answer.json()) as Body;
    return answer.status === 404 ? null : undefined;
  } catch {
    return undefined;
  }
}
