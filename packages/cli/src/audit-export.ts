import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { SvcApiError } from "../../sdk/src/errors";
import { finishWithLastRow, readLastExport } from "./audit-last-rows";
import { readProofs, report } from "./audit-verify";
import { explainBreach, openAuditLog } from "./audit-witness";
import { Failure } from "./fail";
import type { Connection } from "./session";
import type { Svc } from "./svc";

interface ExportOptions {
  proofs?: boolean;
  csv?: boolean;
  output?: string;
  kind?: string;
  outcome?: string;
  since?: string;
  id?: string;
  service?: boolean;
}

const NAMES = { csv: "audit-log.csv", ndjson: "audit-log.ndjson", proof: "audit-log-proof.ndjson" } as const;

export async function exportAudit(svc: Svc, options: ExportOptions): Promise<void> {
  const { proofs, csv, kind = "", outcome = "", since = "", id = "" } = options;
  if (proofs && csv) throw new Failure("usage", "A CSV file cannot contain proofs.", "Omit --csv or --proofs.");
  const format = proofs ? "proof" : csv ? "csv" : "ndjson";
  const file = options.output ?? NAMES[format];
  if (existsSync(file)) throw new Failure("input", `${file} is there already.`, "Choose another file with --output.");
  const connection = await svc.connectAsPerson();
  const { witness, check } = await openAuditLog(svc.surroundings, connection.baseUrl);
  const sight = await check();
  if (sight === undefined && proofs) throw new Failure("api", "The service does not sign its audit log.");
  const area = options.service ? "service" : (connection.organizationId ?? "");
  const isWhole = !(kind || outcome || since || id);
  // The log itself proves what came after the checkpoint of a moment ago. A reader who has only files needs the growth between them.
  const before = isWhole ? await readLastExport(svc.surroundings, connection.baseUrl, area) : undefined;
  const kept = before ?? witness.kept?.checkpoint ?? "";
  const grownFrom = kept.split("\n")[1] ?? "";
  const query = { format, area, kind, outcome, since, q: id, grownFrom };
  await download(connection, new URLSearchParams(query), file);
  if (format !== "proof" || sight === undefined) {
    svc.output.result({ file }, () => `Saved as ${file}.`);
    return;
  }
  const [key = "", ...laterKeys] = sight.keys;
  const verifier = await readProofs(file, { key, laterKeys, kept });
  svc.output.note(`Saved as ${file}.`);
  if (verifier.size !== null && verifier.stated) await explainBreach(witness.accept(verifier.stated));
  if (!isWhole) return report(svc, verifier.finish());
  report(svc, await finishWithLastRow(svc.surroundings, connection.baseUrl, verifier, area), "area");
}

/** A file has its name only once it is whole. */
async function download(connection: Connection, query: URLSearchParams, file: string): Promise<void> {
  const response = await connection.fetch(`/api/audit/export?${query}`);
  if (!response.ok || response.body === null) throw new SvcApiError(response, await response.text());
  const draft = `${file}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    const isOwn = code !== undefined && /^(?:E[A-Z]+)$/.test(code) && code !== "ECONNRESET";
    throw isOwn
      ? new Failure("input", `${file} cannot be written (${code}).`)
      : new Failure("api", `The export was cut off: ${message}`, "Run the command again.");
  }
}
