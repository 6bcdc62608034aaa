export interface ArchiveFile {
  read(position: number, length: number): Promise<Buffer>;
  size(): Promise<number>;
  close(): Promise<void>;
}

export interface ArchiveStore {
  readonly workFolder: string;
  open(name: string): Promise<ArchiveFile>;
  /** Resolves once the file is in its place, durable and unchanged. */
  save(path: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  listSizes(names: readonly string[]): Promise<Map<string, number>>;
}

export class BrokenArchive extends Error {
  override name = "BrokenArchive";
}
