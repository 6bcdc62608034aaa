export type UploadTarget = { messageId: string } | { taskId: string };

export type UploadProblem =
  | "empty"
  | "too_large"
  | "refused"
  | "network"
  | "signed_out"
  | "too_fast"
  | "storage_full"
  | "gone";

/** Why an upload failed; each reason has a text in the catalog. */
export class UploadError extends Error {
  override name = "UploadError";
  constructor(readonly problem: UploadProblem) {
    super(problem);
  }
}

interface BegunUpload {
  fileId: string;
  uploadUrl: string;
  headers: Record<string, string>;
}

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;
const UNSAFE_IN_NAME = /[/\\\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const NAME_MAX = 255;

interface SendOptions {
  roomId: string;
  target: UploadTarget;
  file: File;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
}

/** The same three steps as on `/v1`: announce the file, send its bytes, have them verified. */
export async function sendFile({ roomId, target, file, signal, onProgress }: SendOptions): Promise<void> {
  const base = `/api/rooms/${encodeURIComponent(roomId)}/files`;
  const mimeType = MEDIA_TYPE.test(file.type) ? file.type : "application/octet-stream";
  const announced = { fileName: nameSafely(file.name), size: file.size, mimeType, ...target };
  const begun = (await post(base, announced, signal)) as BegunUpload;
  await putBytes(begun, file, signal, onProgress);
  await post(`${base}/${begun.fileId}/complete`, {}, signal);
}

function nameSafely(name: string): string {
  const letters = [...name.replaceAll(UNSAFE_IN_NAME, "_")];
  const ending = letters.slice(-20);
  return letters.length <= NAME_MAX
    ? letters.join("")
    : [...letters.slice(0, NAME_MAX - ending.length), ...ending].join("");
}

async function post(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new UploadError("network");
  });
  if (answer.ok) return answer.json();
  throw new UploadError(await readRefusal(answer));
}

async function readRefusal(answer: Response): Promise<UploadProblem> {
  const { status } = answer;
  if (status === 401) return "signed_out";
  if (status === 404) return "gone";
  if (status === 429) return "too_fast";
  const refusal = (await answer.json().catch(() => null)) as { details?: { reason?: string } } | null;
  if (refusal?.details?.reason === "storage_limit") return "storage_full";
  return status >= 500 ? "network" : "refused";
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function putBytes(
  { uploadUrl, headers }: BegunUpload,
  file: File,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", uploadUrl);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(new UploadError(request.status >= 500 || request.status === 429 ? "network" : "refused"));
    };
    request.onerror = () => reject(new UploadError("network"));
    request.onabort = () => reject(new DOMException("Aborted", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
