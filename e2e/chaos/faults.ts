import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { RoleProcess } from "../support/servers/server-command";
import type { Weather } from "../support/servers/tcp-proxy";
import { ARCHIVE_FAULTS } from "./archive-faults";
import type { Fault } from "./fault";
import { beginUpload, type Upload } from "./file-upload";
import { INNGEST_FAULTS } from "./inngest-faults";
import type { Scene } from "./scene";
import { type Call, writeMessage } from "./traffic";

const CLEAR = { kind: "clear" } as const;
const S3_VARIABLES = ["ENDPOINT", "REGION", "BUCKET", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"];
/** Writing beyond it fails as on a disk that is full, and needs no other file system. */
const FILE_LIMIT_BYTES = 1_000_000;
const NAMES_DATABASE = { role: "web", words: /the database/ } as const;
/** More than PostgreSQL has made beforehand. */
const WAL_FILES = 12;

async function killRole(role: RoleProcess): Promise<void> {
  await role.kill();
  await role.restart();
}

/** One of two stays away for the whole of it, and the other one serves alone. */
function killOneOfTwo(role: "web" | "worker", fault: Partial<Fault>): Fault {
  return {
    name: `One of two ${role === "web" ? "web processes" : "workers"} killed`,
    holdMs: 15_000,
    hasTwins: true,
    begin: (scene) => scene[role].kill(),
    end: (scene) => scene[role].restart(),
    ...fault,
  };
}

/** The other process has to serve meanwhile: a connection that is refused or cut is no excuse there. */
async function askSurvivor({ twins: [web], people: [person] }: Scene): Promise<Call> {
  if (!web || !person) throw new Error("There is a second web process.");
  const { outcome, text, ...call } = await writeMessage(web.baseUrl, person, `survivor/${randomUUID()}`);
  return { ...call, text, outcome: outcome === 201 || outcome === 429 ? outcome : "silent" };
}

function inWeather(part: keyof Scene["proxies"], weather: Weather, fault: Pick<Fault, "name"> & Partial<Fault>): Fault {
  return {
    holdMs: 12_000,
    begin: ({ proxies }) => proxies[part].set(weather),
    end: ({ proxies }) => proxies[part].set(CLEAR),
    ...fault,
  };
}

/** An upload whose bytes are in the store before the fault, and that is completed during it. */
function atStore(name: string, weather: Weather): Fault {
  let upload: Upload;
  return inWeather("s3", weather, {
    name,
    holdMs: 1_000,
    async prepare(scene) {
      upload = await beginUpload(scene, 10_000);
      const { outcome } = await upload.send();
      if (outcome !== 200) throw new Error(`The store refused the bytes: ${outcome}`);
    },
    probe: () => upload.complete(),
    repeat: () => upload.complete(),
    says: { role: "web", words: /file storage|S3/ },
  });
}

function jumpClock(role: "web" | "worker"): Fault {
  const jump = (scene: Scene) => {
    const { pid } = scene[role].child;
    if (pid !== undefined) process.kill(pid, "SIGUSR2");
  };
  return {
    name: `Clock of the ${role} process: 2 h ahead, then 2 h behind`,
    holdMs: 20_000,
    begin(scene) {
      jump(scene);
      setTimeout(() => jump(scene), 10_000);
    },
    end: jump,
  };
}

function fillDisk(): Fault {
  let upload: Upload;
  const limit = ({ web }: Scene, bytes: string) => {
    const { status, stderr } = spawnSync("prlimit", ["--pid", String(web.child.pid), `--fsize=${bytes}:`]);
    if (status !== 0) throw new Error(`prlimit failed: ${stderr?.toString() ?? "it is not there"}`);
  };
  return {
    name: "Disk of files full",
    holdMs: 3_000,
    readVariables: () => Object.fromEntries(S3_VARIABLES.map((name) => [`SVC_FILES_S3_${name}`, ""])),
    async prepare(scene) {
      upload = await beginUpload(scene, 5 * FILE_LIMIT_BYTES);
    },
    begin: (scene) => limit(scene, String(FILE_LIMIT_BYTES)),
    probe: () => upload.send(),
    end: (scene) => limit(scene, "unlimited"),
    repeat: () => upload.send(),
    allowed: [507],
    says: { role: "web", words: /the file storage is full/ },
  };
}

/** Tables cannot grow, and then the log of writes cannot: PostgreSQL gives up, and cannot start while there is no room. */
function fillDiskOfPostgres(): Fault {
  const change = ({ disk }: Scene, act: "fill" | "free") => {
    if (typeof disk !== "string") disk[act]();
  };
  return {
    name: "Disk of PostgreSQL full",
    holdMs: 20_000,
    needsDisk: true,
    async begin(scene) {
      change(scene, "fill");
      for (let turn = 0; turn < WAL_FILES; turn += 1)
        await scene.database
          .query("SELECT pg_logical_emit_message(false, 'chaos', 'fills'), pg_switch_wal()")
          .catch(() => undefined);
    },
    end: (scene) => change(scene, "free"),
    says: NAMES_DATABASE,
  };
}

const ofPostgres = (name: string, weather: Weather, more: Partial<Fault> = {}) =>
  inWeather("postgres", weather, { name: `PostgreSQL ${name}`, ...more });
const NAMES_LIMITS = { role: "web", words: /the limits backend failed/ } as const;

export const FAULTS: readonly Fault[] = [
  { name: "Web process killed", holdMs: 5_000, isGone: true, begin: ({ web }) => killRole(web) },
  { name: "Worker killed", holdMs: 5_000, begin: ({ worker }) => killRole(worker) },
  killOneOfTwo("web", { isGone: true, probe: askSurvivor }),
  killOneOfTwo("worker", {}),
  {
    name: "PostgreSQL killed",
    holdMs: 5_000,
    begin: (scene) => scene.killPostgres(),
    says: NAMES_DATABASE,
  },
  ofPostgres("200 ms away, each way", { kind: "slow", delayMs: 200 }),
  ofPostgres("cut off in every third transaction", { kind: "cut", word: "BEGIN", arrives: true }),
  ofPostgres("cut off before every third COMMIT", { kind: "cut", word: "COMMIT", arrives: false }),
  ofPostgres("cut off after every third COMMIT", { kind: "cut", word: "COMMIT", arrives: true }),
  ofPostgres("refuses connections", { kind: "refusing" }, { holdMs: 20_000, says: NAMES_DATABASE }),
  ofPostgres("hung", { kind: "hung" }, { holdMs: 40_000, says: NAMES_DATABASE }),
  fillDiskOfPostgres(),
  inWeather("redis", { kind: "refusing" }, { name: "Redis gone", says: NAMES_LIMITS }),
  inWeather("redis", { kind: "hung" }, { name: "Redis hung", says: NAMES_LIMITS }),
  atStore("S3 store gone", { kind: "refusing" }),
  atStore("S3 store hung", { kind: "hung" }),
  ...ARCHIVE_FAULTS,
  jumpClock("web"),
  jumpClock("worker"),
  fillDisk(),
  ...INNGEST_FAULTS,
];
