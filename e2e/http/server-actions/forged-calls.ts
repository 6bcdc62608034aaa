import { encodeForm, encodePlainForm, type Fields, type ServerAction } from "./calls";
import type { Payload } from "./payloads";
import type { ActionScene } from "./scene";

export interface ForgedCall {
  /** Shown when the call goes wrong. */
  readonly label: string;
  readonly body: FormData | string | Uint8Array<ArrayBuffer>;
  readonly contentType?: string;
  readonly isFetch: boolean;
}

const call = (label: string, body: ForgedCall["body"], contentType?: string): ForgedCall => ({
  label,
  body,
  isFetch: true,
  ...(contentType === undefined ? {} : { contentType }),
});

/** The payload as it should be, by both ways that a browser has. */
export function sendAsMeant({ id }: ServerAction, payload: Payload): ForgedCall[] {
  if (payload.kind === "values") return [call("as meant", JSON.stringify(payload.values))];
  const plain = encodePlainForm(id, payload.fields, payload.state);
  return [
    call("as meant", encodeForm(payload.fields, payload.state)),
    { label: "as meant, without JavaScript", body: plain, isFetch: false },
  ];
}

/** Arguments that no form of ours sends, for every action. */
const FORGED_ARGUMENTS: readonly string[] = [
  ...`[] [null] [null,null] [1,2] ["text","text"] [{},{}] [[],[]] [true,false] ["$undefined","$undefined"]
    ["$NaN","$-Infinity"] ["$n1","$D2026-01-01T00:00:00.000Z"] ["$Dnever","$n9"]
    [{"kind":"idle"},{"get":"text","getAll":1}] [{"__proto__":{"kind":"idle"}},{"constructor":{"prototype":{}}}]
    [{"kind":"saved","at":"text","sent":"text"},{"length":-1}]
    [{"kind":"open","values":null,"problems":null},null]`.split(/\s+/),
  `[${"[".repeat(200)}${"]".repeat(200)}]`,
  `["${"x".repeat(100_000)}"]`,
  '["a\\u0000b","\\ud800"]',
  JSON.stringify(Array.from({ length: 900 }, () => null)),
];

/** Bodies that are no encoding at all, or refer to rows that are not there. */
const BROKEN_ENCODINGS: readonly string[] = [
  ...`{ null "text" 1 {} [ ["$K1"] ["$1"] ["$@1"] ["$F1"] ["$h1"] ["$T"] ["$T1"] ["$B1"] ["$Q1","$W1"] ["$o1"]
    ["$A1"] ["$r1"] ["$i1"] ["$0"] ["$0:0:0"] ["$0:__proto__:constructor"] ["$1:then"]`.split(/\s+/),
  "",
  JSON.stringify(Array.from({ length: 1_001 }, () => null)),
];

const BOUNDARY = "----fuzz";
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (name: string, value: string, rest = ""): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${value}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

const BROKEN_MULTIPARTS: readonly (readonly [label: string, body: string, contentType?: string])[] = [
  ["no end", part("0", '[{"kind":"idle"},"$K1"]')],
  ["empty", ""],
  ["only an end", END],
  ["no boundary", part("0", "[]") + END, "multipart/form-data"],
  ["another boundary", part("0", "[]") + END, "multipart/form-data; boundary=other"],
  ["rows out of order", part("0", '["$1","$2"]') + part("2", "1") + part("1", '"$0"') + END],
  ["a row that refers to itself", part("0", '["$0","$0"]') + END],
  ["a row that is no JSON", part("0", "[") + END],
  ["a row twice", part("0", "[]") + part("0", "[1]") + END],
  ["a form that is not there", part("0", '[null,"$K7"]') + END],
  ["a file as the first row", part("0", "[]", '; filename="x"') + END],
  ["no name", `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${END}`],
  ["no headers", `--${BOUNDARY}\r\n\r\nx\r\n${END}`],
  ["a prototype key", part("__proto__", "[]") + part("constructor", "[]") + part("0", '["$__proto__"]') + END],
];

const TEXT = "text/plain;charset=UTF-8";

/** Arguments that decode, and that no action takes. */
export function listForgedArguments(): ForgedCall[] {
  return FORGED_ARGUMENTS.map((body) => call(`arguments ${body.slice(0, 60)}`, body, TEXT));
}

/** Bodies that cannot be decoded, so that no action runs. */
export function listBrokenCalls(): ForgedCall[] {
  return [
    ...BROKEN_ENCODINGS.map((body) => call(`encoding ${body.slice(0, 60)}`, body, TEXT)),
    ...BROKEN_MULTIPARTS.map(([label, body, type = MULTIPART]) => call(`multipart: ${label}`, body, type)),
    call("bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00, 0xed, 0xa0, 0x80]), "text/plain"),
    call("another content type", "{}", "application/json"),
  ];
}

/** Forms without JavaScript that name this action in a broken way. */
export function listForgedForms({ id }: ServerAction): ForgedCall[] {
  const reference = JSON.stringify({ id, bound: "$@1" });
  return [
    { $ACTION_REF_1: "", "$ACTION_1:0": reference },
    { $ACTION_REF_1: "", "$ACTION_1:0": reference, "$ACTION_1:1": "null" },
    { $ACTION_REF_1: "", "$ACTION_1:0": reference, "$ACTION_1:1": "[" },
    { $ACTION_REF_1: "", "$ACTION_1:0": reference, "$ACTION_1:1": "[null,null,null]" },
    { $ACTION_REF_1: "", "$ACTION_1:0": JSON.stringify({ id, bound: null }) },
    { [`$ACTION_ID_${id}`]: "" },
    { $ACTION_REF___proto__: "", "$ACTION___proto__:0": reference },
  ].map(makeForm);
}

/** Forms without JavaScript that name no action of the build: the page that they are sent to responds. */
export function listStrayForms(): ForgedCall[] {
  return [
    { $ACTION_REF_1: "" },
    { $ACTION_REF_1: "", "$ACTION_1:0": "" },
    { $ACTION_REF_1: "", "$ACTION_1:0": "{" },
    { $ACTION_REF_1: "", "$ACTION_1:0": "null" },
    { $ACTION_REF_1: "", "$ACTION_1:0": JSON.stringify({ id: 1, bound: [] }) },
    { $ACTION_REF_1: "", "$ACTION_1:0": JSON.stringify({ id: "f".repeat(42), bound: "$@1" }), "$ACTION_1:1": "[]" },
    { [`$ACTION_ID_${"0".repeat(42)}`]: "" },
    { $ACTION_ID_: "" },
    { $ACTION_ID_text: "", $ACTION_KEY: "x" },
  ].map(makeForm);
}

function makeForm(fields: Readonly<Record<string, string>>): ForgedCall {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { label: `form ${JSON.stringify(fields).slice(0, 110)}`, body, isFetch: false };
}

const FILE = () => new File(["bytes"], "file.txt", { type: "text/plain" });

const readText = (value: Fields[string]): string => [value].flat().find((item) => typeof item === "string") ?? "";

/** Values of one field that its form would not send. */
function hostileFields(value: Fields[string], { foreign }: ActionScene): readonly Fields[string][] {
  return [
    "",
    "a\u0000b",
    `${readText(value)}\u0000`,
    "x".repeat(60_000),
    "\u{1f642}".repeat(300),
    "__proto__",
    "-1",
    "1e999",
    "' OR 1=1 --",
    "{",
    '{"version":1e400,"title":null}',
    "999999999999",
    "\r\n\u2028\u202e",
    FILE(),
    [readText(value), "twice"],
    Array.from({ length: 300 }, (_, n) => `item ${n}`),
    ...Object.values(foreign),
  ];
}

/** The payload with one field forged, or left out. */
export function forgeFields(payload: Payload, scene: ActionScene): ForgedCall[] {
  if (payload.kind === "values") return forgeValues(payload.values);
  return Object.entries(payload.fields).flatMap(([name, value]) => {
    const { [name]: _left, ...others } = payload.fields;
    const forged = hostileFields(value, scene).map((hostile): [string, Fields] => [
      `${name}=${JSON.stringify(hostile).slice(0, 40)}`,
      { ...others, [name]: hostile },
    ]);
    return [...forged, [`without ${name}`, others] as [string, Fields]].map(([label, fields]) =>
      call(label, encodeForm(fields, payload.state)),
    );
  });
}

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  1,
  1e12,
  -1,
  1.5,
  "",
  "\u0000",
  "\ud800",
  "x".repeat(60_000),
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  "__proto__",
  "' OR 1=1 --",
  true,
];

/** Every place in the values, however deep, with something else in it. */
function forgeValues(values: readonly unknown[]): ForgedCall[] {
  const forged = listPlaces(values).flatMap((path) => [
    ...HOSTILE_VALUES.map((hostile) => [path, hostile] as const),
    [path, undefined] as const,
  ]);
  const extra = [...values, "extra"];
  return [
    call("one argument more", JSON.stringify(extra)),
    ...forged.map(([path, hostile]) =>
      call(
        `${path.join(".")}=${JSON.stringify(hostile)?.slice(0, 40)}`,
        JSON.stringify(replaceAt(values, path, hostile)),
      ),
    ),
    ...listPlaces(values).map((path) =>
      call(`${path.join(".")} has a member more`, JSON.stringify(replaceAt(values, [...path, "more"], 1))),
    ),
  ];
}

function listPlaces(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [...(path.length > 0 ? [path] : []), ...inner.flatMap(([key, item]) => listPlaces(item, [...path, key]))];
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], hostile: unknown): unknown {
  if (key === undefined) return hostile;
  if (Array.isArray(value)) return value.map((item, n) => (String(n) === key ? replaceAt(item, rest, hostile) : item));
  if (typeof value !== "object" || value === null) return value;
  return { ...value, [key]: replaceAt((value as Record<string, unknown>)[key], rest, hostile) };
}
