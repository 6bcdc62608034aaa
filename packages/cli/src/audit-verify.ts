import { readFile } from "node:fs/promises";
import type { Report, Verifier } from "../../audit-verifier/src/verifier";
import { verifyFile } from "../../audit-verifier/src/verify-file";
import { checkpointFile, explainBreach, openAuditLog } from "./audit-witness";
import { Failure } from "./fail";
import { clean } from "./print";
import { findBaseUrl } from "./session";
import type { Svc } from "./svc";

interface VerifyOptions {
  key?: string;
  checkpoint?: string;
  offline?: boolean;
}

export async function verifyAudit(svc: Svc, file: string, options: VerifyOptions): Promise<void> {
  const kept = options.checkpoint === undefined ? {} : { kept: await readGiven(options.checkpoint) };
  if (options.key !== undefined) {
    report(svc, (await readProofs(file, { key: options.key.trim(), ...kept })).finish());
    return;
  }
  const baseUrl = await findBaseUrl(svc.surroundings, svc.options);
  const { witness, check } = await openAuditLog(svc.surroundings, baseUrl);
  if (!options.offline) await check();
  const [key, ...laterKeys] = witness.kept?.keys ?? [];
  if (key === undefined) {
    const seenFirst = `Run svc doctor to store it in ${checkpointFile(svc.surroundings, baseUrl)}, or pass --key.`;
    throw new Failure("usage", `This machine knows no key of the audit log at ${baseUrl}.`, seenFirst);
  }
  const verifier = await readProofs(file, { key, laterKeys, ...kept });
  const { stated } = verifier;
  // A signature that fails is in the report. Otherwise the file's log must be the one that was seen.
  const isSigned = stated !== null && verifier.size !== null;
  if (isSigned && !options.offline) await explainBreach(witness.recognize(stated, verifier.keys));
  report(svc, verifier.finish());
}

export function readProofs(file: string, trust: Parameters<typeof verifyFile>[1]): Promise<Verifier> {
  return verifyFile(file, trust).catch((error: Error) => {
    throw new Failure("input", `${file} cannot be checked: ${error.message}`);
  });
}

function readGiven(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Failure("input", `${file} cannot be read (${error.code}).`);
  });
}

/** Each problem is a line of the result, and any of them fails the command. A selection in place of an area hides missing rows. */
export function report({ output }: Svc, found: Report, asked?: Report["covers"]): void {
  if (asked === "area" && found.covers !== "area")
    found.problems.push("The service sent a selection in place of all rows.");
  output.result(found, () => [...found.problems.map(clean), ...describe(found)].join("\n"));
  const { length } = found.problems;
  if (length > 0) throw new Failure("api", length === 1 ? "Found one problem." : `${length} things are wrong.`);
}

function describe({ problems, provedRows, unprovedRows, size, covers }: Report): string[] {
  return [
    `${provedRows} ${provedRows === 1 ? "row is as it was" : "rows are as they were"} signed in the log of ${size} entries.`,
    ...(unprovedRows > 0 ? [`${unprovedRows} not in it: newer than its checkpoint, or older than the log.`] : []),
    ...(covers === "selection" ? ["A selection: missing rows cannot be detected."] : []),
    ...(problems.length === 0 ? ["Nothing is wrong."] : []),
  ];
}
