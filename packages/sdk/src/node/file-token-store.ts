import type { TokenStore, Tokens } from "../tokens.js";
import { FileLock, readIfThere, replaceFile } from "./file-lock.js";

/** Keeps the tokens of one grant in a file of mode 0600, for all processes that use the grant on this machine. */
export class FileTokenStore implements TokenStore {
  readonly #file: string;
  readonly #lock: FileLock;

  constructor(file: string) {
    this.#file = file;
    this.#lock = new FileLock(file);
  }

  async load(): Promise<Tokens | undefined> {
    const text = await readIfThere(this.#file);
    return text === undefined ? undefined : (JSON.parse(text) as Tokens);
  }

  save(tokens: Tokens): Promise<void> {
    return replaceFile(this.#file, JSON.stringify(tokens));
  }

  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.hold(work);
  }
}
