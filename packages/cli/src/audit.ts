import { type Command, Option } from "commander";
import { exportAudit } from "./audit-export";
import { proveRow } from "./audit-prove";
import { verifyAudit } from "./audit-verify";
import type { Svc } from "./svc";

const KINDS = ["acts", "v1", "mcp", "connector", "oauth", "leaks"];
const SPANS = ["1h", "24h", "7d", "30d"];
const SERVICE = "--service";
const SERVICE_HELP = "the rows of the service as a whole, for its administrators";

export function registerAudit(program: Command, svc: Svc): void {
  const group = program
    .command("audit")
    .description("the audit log: export it, prove its rows, check files against its signatures")
    .addHelpText(
      "after",
      "\nEach command keeps the log's last signed checkpoint, and fails when a later one is of another log." +
        "\nSVC_AUDIT_WITNESS=off turns that off.",
    );
  group
    .command("prove <row>")
    .description("save and check the proof of a row or of a request's rows")
    .option("-o, --output <folder>", "where the .tlog-proof files go", ".")
    .option(SERVICE, SERVICE_HELP)
    .addHelpText("after", "\n<row> is the number of a row, the cursor of an export, or the id of a request (req_…).")
    .action((row: string, options: { output: string; service?: boolean }) => proveRow(svc, row, options));
  group
    .command("export")
    .description("save the audit log of your organization, or of Personal with --organization own")
    .option("--proofs", "include and check the proof of each row")
    .option("--csv", "for spreadsheets")
    .option("-o, --output <file>", "a new file (default: audit-log.ndjson or similar)")
    .addOption(new Option("--kind <kind>", "only these rows").choices(KINDS))
    .addOption(new Option("--outcome <outcome>", "only these rows").choices(["done", "refused"]))
    .addOption(new Option("--since <span>", "only rows of this time").choices(SPANS))
    .option("--id <id>", "only rows with this request, person, credential or object id")
    .option(SERVICE, SERVICE_HELP)
    .action((options: Parameters<typeof exportAudit>[1]) => exportAudit(svc, options));
  group
    .command("verify <file>")
    .description("check an export with proofs or a .tlog-proof file against the signed log")
    .option("--key <key>", "the log's key (default: the one first seen on this machine)")
    .option("--checkpoint <file>", "a stored checkpoint that the file's log must extend")
    .option("--offline", "do not contact the service")
    .action((file: string, options: Parameters<typeof verifyAudit>[2]) => verifyAudit(svc, file, options));
}
