import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { TEST_BUILD_DIR } from "../../support/service";

/** One exported server action of the build, and a page that carries it. */
export interface ServerAction {
  readonly id: string;
  /** `app/rooms/actions.ts#create` */
  readonly name: string;
  /** `/rooms/[roomId]/tasks` */
  readonly page: string;
}

const References = z.object({
  node: z.record(
    z.string(),
    z.object({ filename: z.string(), exportedName: z.string(), workers: z.record(z.string(), z.unknown()) }),
  ),
});

/** Every action that the build serves. Next writes this list, so it is complete. */
export function listServerActions(): ServerAction[] {
  const file = join(TEST_BUILD_DIR, "server", "server-reference-manifest.json");
  const { node } = References.parse(JSON.parse(readFileSync(file, "utf8")));
  return Object.entries(node).map(([id, { filename, exportedName, workers }]) => {
    const [worker = ""] = Object.keys(workers);
    const page =
      worker
        .replace(/^app/, "")
        .replace(/\/page$/, "")
        .replace(/\/\([^)]*\)/g, "") || "/";
    return { id, name: `${filename}#${exportedName}`, page };
  });
}

/** Fields of a form; a list is a field that is sent several times. */
export type Fields = Readonly<Record<string, string | File | readonly (string | File)[]>>;

/** React's encoding of `(state, form)` or `(form)`: the form's fields carry the number of the row that refers to them. */
export function encodeForm(fields: Fields, state?: unknown): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const item of [value].flat()) body.append(`_1_${name}`, item);
  body.append("0", JSON.stringify(state === undefined ? ["$K1"] : [state, "$K1"]));
  return body;
}

/** The form as a browser without JavaScript sends it. */
export function encodePlainForm(actionId: string, fields: Fields, state?: unknown): FormData {
  const body = new FormData();
  if (state === undefined) body.append(`$ACTION_ID_${actionId}`, "");
  else {
    body.append("$ACTION_REF_1", "");
    body.append("$ACTION_1:0", JSON.stringify({ id: actionId, bound: "$@1" }));
    body.append("$ACTION_1:1", JSON.stringify([state]));
    body.append("$ACTION_KEY", "k");
  }
  for (const [name, value] of Object.entries(fields)) for (const item of [value].flat()) body.append(name, item);
  return body;
}

export interface ActionAnswer {
  readonly status: number;
  readonly text: string;
  readonly redirect: string;
}

export async function post(
  url: string,
  body: FormData | string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<ActionAnswer> {
  const response = await fetch(url, { method: "POST", body, headers, redirect: "manual" });
  const redirect = response.headers.get("x-action-redirect") ?? response.headers.get("location") ?? "";
  return { status: response.status, text: await response.text(), redirect };
}
