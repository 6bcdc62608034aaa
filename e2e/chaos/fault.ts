import type { Scene, Variables } from "./scene";
import type { Call } from "./traffic";

export interface Fault {
  name: string;
  /** How long it lasts. */
  holdMs: number;
  /** PostgreSQL has a file system of its own, which can be full. */
  needsDisk?: boolean;
  /** A real Inngest server, which INNGEST_BIN names. */
  needsInngest?: boolean;
  /** Two web processes and two workers. */
  hasTwins?: boolean;
  /** Settings of all processes, from before it begins. */
  readVariables?(scene: Scene): Variables;
  prepare?(scene: Scene): Promise<void>;
  begin(scene: Scene): unknown;
  /** Further calls while it lasts, judged like all others. */
  probe?(scene: Scene): Promise<Call | readonly Call[]>;
  end?(scene: Scene): unknown;
  /** The same call once it is over: it succeeds. */
  repeat?(): Promise<Call>;
  /** Connections to the service may be refused and cut, because it is the part that is killed. */
  isGone?: boolean;
  /** Further statuses that the contract has for it. */
  allowed?: readonly number[];
  /** The log of this process names the fault. */
  says?: { role: "web" | "worker"; words: RegExp };
}
