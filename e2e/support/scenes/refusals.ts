/** Code, reason and path of a refusal; "accepted" when there was none. */
export async function describeRefusal(
  work: Promise<unknown>,
): Promise<{ code: string; reason?: unknown; path?: unknown }> {
  const error: unknown = await work.then(
    () => ({ code: "accepted" }),
    (thrown: unknown) => thrown,
  );
  const { code, details } = error as { code: string; details?: { reason?: string; issues?: { path: string }[] } };
  return {
    code,
    ...(details?.reason === undefined ? {} : { reason: details.reason }),
    ...(details?.issues === undefined ? {} : { path: details.issues[0]?.path }),
  };
}
