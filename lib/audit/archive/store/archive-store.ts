/** A file of the archive that is read in parts. */
export interface ArchiveFile {
  /** Fails with `BrokenArchive` where the file is missing or shorter. */
  read(position: number, length: number): Promise<Buffer>;
  size(): Promise<number>;
  close(): Promise<void>;
}

/** Where the files of the archive are: a folder of this machine, or a bucket of an S3-compatible store. */
export interface ArchiveStore {
  /** A folder of this machine, in which files are written and checked before they are kept. */
  readonly workFolder: string;
  open(name: string): Promise<ArchiveFile>;
  /** Takes a finished file of the work folder. Once it returns, the file is in its place, durably and as it was. */
  keep(path: string, name: string): Promise<void>;
  /** A missing file counts as removed. */
  remove(name: string): Promise<void>;
  /** Of these files, those that are there, with their lengths. */
  listSizes(names: readonly string[]): Promise<Map<string, number>>;
}

/** Bytes of the archive are not those that were written. */
export class BrokenArchive extends Error {
  override name = "BrokenArchive";
}
