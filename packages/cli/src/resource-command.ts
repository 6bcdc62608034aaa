interface Parameter {
  flag: string;
  name: string;
}

export interface Member extends Parameter {
  type: "text" | "integer";
  help: string;
  choices: readonly string[];
  isRequired: boolean;
  isNullable: boolean;
}

/** One operation of the description as a command, such as `svc messages create`. */
export interface ResourceCommand {
  group: string;
  verb: string;
  summary: string;
  note: string;
  method: string;
  path: string;
  /** Ids of the resources around it: `--room`. */
  parents: readonly Parameter[];
  /** The id of the resource itself, an argument. */
  own: string | null;
  query: readonly Member[];
  body: readonly Member[];
  isPage: boolean;
  takesIdempotencyKey: boolean;
  /** Members that a table shows. */
  columns: readonly string[];
}
