/** Clients name an operation by the segments of its path and the first word of its id: `rooms.tasks.list`. */
export function nameCall(path: string, operationId: string): string {
  const [first = operationId] = /^[a-z]+/.exec(operationId) ?? [];
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== "v1" && !segment.startsWith("{"));
  const names = segments.map((segment) => segment.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  // A last segment that repeats the verb, such as `…/download`, is not a resource.
  const resource = names.at(-1) === first ? names.slice(0, -1) : names;
  return [...resource, first === "read" ? "get" : first].join(".");
}
