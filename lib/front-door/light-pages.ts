const LIGHT_PATH = /^\/(?:docs(?:\/.*)?|status|oauth\/consent)?$/;

export function isLightPath(path: string): boolean {
  return LIGHT_PATH.test(path);
}

const ELEMENT = /<script\b|<link\b|<\/head>/;
const END_OF_SCRIPT = "</script>";
const START_MAX_LENGTH = "<script".length;

/** Bytes are read as Latin-1: everything searched for is ASCII, and the rest passes as it came. */
export class ScriptFilter {
  readonly #own: string;
  #held = "";
  #isInScript = false;

  constructor(scriptUrl: string, nonce: string) {
    this.#own = `<script type="module" src="${scriptUrl}" nonce="${nonce}"></script>`;
  }

  push(chunk: Uint8Array): Buffer {
    return Buffer.from(this.#filter(this.#held + Buffer.from(chunk).toString("latin1")), "latin1");
  }

  end(): Buffer {
    const rest = this.#isInScript ? "" : this.#held;
    this.#held = "";
    return Buffer.from(rest, "latin1");
  }

  #filter(text: string): string {
    let out = "";
    for (let rest = text; ; ) {
      if (this.#isInScript) {
        const end = rest.indexOf(END_OF_SCRIPT);
        if (end === -1) return out + this.#hold(rest.slice(-END_OF_SCRIPT.length));
        rest = rest.slice(end + END_OF_SCRIPT.length);
        this.#isInScript = false;
      }
      const start = rest.search(ELEMENT);
      if (start === -1) {
        const tail = findOpenTag(rest);
        return out + rest.slice(0, tail) + this.#hold(rest.slice(tail));
      }
      out += rest.slice(0, start);
      rest = rest.slice(start);
      if (rest.startsWith("<script")) {
        this.#isInScript = true;
        continue;
      }
      const end = rest.indexOf(">") + 1;
      if (end === 0) return out + this.#hold(rest);
      const element = rest.slice(0, end);
      if (element === "</head>") out += this.#own;
      if (!element.includes('as="script"')) out += element;
      rest = rest.slice(end);
    }
  }

  #hold(text: string): string {
    this.#held = text;
    return "";
  }
}

function findOpenTag(text: string): number {
  const at = text.lastIndexOf("<");
  return at === -1 || text.length - at > START_MAX_LENGTH ? text.length : at;
}
