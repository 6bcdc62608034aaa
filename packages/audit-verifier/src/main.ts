import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isArchive, verifyArchive } from "./archive.js";
import { type Breach, followLog, type ReadLog, type Shown } from "./follow.js";
import type { Report, Verifier } from "./verifier.js";
import { verifyFile } from "./verify-file.js";

const USAGE = `Usage: svc-audit-verify --key KEY [--checkpoint FILE] [--keys FILE] FILE
       svc-audit-verify --key KEY --before EARLIER FILE
       svc-audit-verify follow --key KEY --checkpoint FILE URL

Checks each row of an export with proofs, of a .tlog-proof file, or of a .svcaudit file of a service's archive, against the
signed log. It asks no service.
"follow" proves that the log at URL (https://…/audit/log) is the one of a kept checkpoint, grown at its end alone, and
keeps its newest checkpoint in the file.

  --key KEY           the verifier key of the log: "key" of /audit/log/keys, which you have kept
  --checkpoint FILE   a checkpoint from before the export, which you have kept: the log must not have fewer entries
  --before EARLIER    an export with proofs of the same area from an earlier day: the log must have grown from the one of that file,
                      and FILE must have its last row
  --keys FILE         the present /audit/log/keys, for a .tlog-proof that a later key has signed

Exit codes: 0 every row is as it was signed, 1 something is not, 2 a file or an option cannot be read.
`;

const BREACHES: Record<Breach, (kept: number, size: number) => string> = {
  unsigned: () => "The log's checkpoint is not signed by your key or one of its successors.",
  unknown: () => "Your stored checkpoint is not signed by your key.",
  rewound: (kept, size) => `The log was rewound: you have seen ${kept} entries, and now there are ${size}.`,
  forked: (kept) => `The log was forked: the ${kept} entries that you have seen are not in it.`,
};

/** Keys are read first: one that appears in between makes the checkpoint unsigned, and the next reading has it. */
async function readShown(read: ReadLog): Promise<Shown> {
  const readText = async (path: string) => new TextDecoder().decode(await read(path));
  const { handovers = [] } = JSON.parse(await readText("keys")) as Partial<Shown>;
  return { handovers, checkpoint: await readText("checkpoint") };
}

async function follow(url: string, key: string, file: string): Promise<number> {
  const read = async (path: string) => {
    const answer = await fetch(`${url.replace(/\/+$/, "")}/${path}`);
    if (!answer.ok) throw new Error(`The log answers ${answer.status} for ${path}.`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const kept = { keys: [key], checkpoint: readFileSync(file, "utf8") };
  let shown = await readShown(read);
  let followed = await followLog(kept, shown, read);
  if (followed.breach === "unsigned") {
    shown = await readShown(read);
    followed = await followLog(kept, shown, read);
  }
  const { breach, keptSize, size } = followed;
  if (breach === undefined) writeFileSync(file, shown.checkpoint);
  console.log(
    breach === undefined
      ? `The log has grown from ${keptSize} to ${size} entries, at its end alone. ${file} holds its newest checkpoint.`
      : BREACHES[breach](keptSize, size),
  );
  return breach === undefined ? 0 : 1;
}

async function readBefore(file: string, key: string): Promise<Verifier> {
  const before = await verifyFile(file, { key });
  const { problems, covers } = before.finish();
  if (problems.length > 0) throw new Error(`Something is wrong with ${file} itself: verify it without --before.`);
  if (covers !== "area") throw new Error(`${file} is no export of all rows of an area.`);
  return before;
}

async function verifyAfter(file: string, key: string, earlier: string): Promise<Report> {
  const before = await readBefore(earlier, key);
  const verifier = await verifyFile(file, { key, kept: before.stated?.checkpoint ?? "" });
  if (verifier.area !== before.area) throw new Error(`${earlier} is an export of another area.`);
  if (before.lastRow) verifier.expectRow(before.lastRow, `in ${earlier}`);
  return verifier.finish();
}

function print({ problems, provedRows, unprovedRows, size, covers }: Report): number {
  for (const problem of problems) console.log(problem);
  const others =
    unprovedRows > 0 ? ` ${unprovedRows} are not in it: newer than its checkpoint, or older than the log.` : "";
  const are = provedRows === 1 ? "1 row is as it was" : `${provedRows} rows are as they were`;
  console.log(`${are} signed in the log of ${size} entries.${others}`);
  if (covers === "selection") console.log("The file is a selection: missing rows cannot be detected.");
  console.log(
    problems.length === 0 ? "Nothing is wrong." : problems.length === 1 ? "1 problem." : `${problems.length} problems.`,
  );
  return problems.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: "string" },
      checkpoint: { type: "string" },
      before: { type: "string" },
      keys: { type: "string" },
      help: { type: "boolean" },
    },
  });
  const [file, url] = positionals;
  if (values.help || file === undefined || values.key === undefined) {
    process.stderr.write(USAGE);
    return values.help ? 0 : 2;
  }
  const key = values.key.trim();
  if (file === "follow" && url !== undefined && values.checkpoint !== undefined)
    return follow(url, key, values.checkpoint);
  const kept = values.checkpoint === undefined ? {} : { kept: readFileSync(values.checkpoint, "utf8") };
  const keys = values.keys === undefined ? {} : (JSON.parse(readFileSync(values.keys, "utf8")) as Partial<Shown>);
  if (await isArchive(file)) {
    if (values.checkpoint !== undefined)
      throw new Error("An archive file has its own checkpoint. Compare it with follow.");
    return print(await verifyArchive(file, key));
  }
  if (values.before !== undefined) return print(await verifyAfter(file, key, values.before));
  return print((await verifyFile(file, { key, ...kept }, keys.handovers)).finish());
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
