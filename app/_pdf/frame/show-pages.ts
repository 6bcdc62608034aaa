import { type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from "pdfjs-dist/legacy/build/pdf.mjs";
import { PDF_PAGES_MAX, type PdfFrameLabels } from "../protocol";

/** Pages are drawn this far ahead of the window, in its heights. */
const AHEAD = "100% 0px";

export async function showPages(file: PDFDocumentProxy, labels: PdfFrameLabels): Promise<number> {
  const first = await file.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const count = Math.min(file.numPages, PDF_PAGES_MAX);
  const pages = new Map<Element, DrawnPage>();
  for (let number = 1; number <= count; number += 1) {
    const label = labels.page.replace("{page}", String(number)).replace("{pages}", String(file.numPages));
    const page = new DrawnPage(file, number, label, labels.unreadablePage);
    page.shape(width, height);
    pages.set(page.element, page);
  }
  const main = document.createElement("main");
  main.setAttribute("aria-label", labels.document);
  main.append(...pages.keys());
  document.body.replaceChildren(main);
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) pages.get(target)?.setNear(isIntersecting);
    },
    // A frame of another origin gets no margin from the top window.
    { root: document, rootMargin: AHEAD },
  );
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) pages.get(target)?.redraw();
  });
  for (const element of pages.keys()) {
    near.observe(element);
    sizes.observe(element);
  }
  return count;
}

/** Canvases beyond this fail in some browsers, and would fill the memory of a phone. */
const CANVAS_MAX_SIDE = 8_192;
const CANVAS_MAX_PIXELS = 16 * 1024 * 1024;
const DENSITY_MAX = 2;
const RATIO_MAX = 20;

class DrawnPage {
  readonly element = document.createElement("section");
  readonly #file: PDFDocumentProxy;
  readonly #number: number;
  readonly #failure: string;
  #isNear = false;
  #drawnWidth = 0;
  #task: RenderTask | null = null;
  #turn = 0;

  constructor(file: PDFDocumentProxy, number: number, label: string, failure: string) {
    this.#file = file;
    this.#number = number;
    this.#failure = failure;
    this.element.setAttribute("aria-label", label);
    this.element.className = "page";
  }

  shape(width: number, height: number): void {
    const ratio = Math.min(RATIO_MAX, Math.max(1 / RATIO_MAX, height / width || 1));
    this.element.style.aspectRatio = `1 / ${ratio}`;
  }

  setNear(isNear: boolean): void {
    if (isNear === this.#isNear) return;
    this.#isNear = isNear;
    if (isNear) void this.#draw();
    else this.#clear();
  }

  redraw(): void {
    if (this.#isNear && this.element.clientWidth !== this.#drawnWidth) void this.#draw();
  }

  #clear(): void {
    this.#turn += 1;
    this.#task?.cancel();
    this.#task = null;
    this.#drawnWidth = 0;
    this.element.replaceChildren();
    delete this.element.dataset["state"];
  }

  async #draw(): Promise<void> {
    this.#task?.cancel();
    this.#turn += 1;
    const turn = this.#turn;
    this.#drawnWidth = this.element.clientWidth;
    try {
      const page = await this.#file.getPage(this.#number);
      if (turn === this.#turn) await this.#renderPage(page, turn);
    } catch {
      if (turn === this.#turn) this.#tellFailure();
    }
  }

  async #renderPage(page: PDFPageProxy, turn: number): Promise<void> {
    const own = page.getViewport({ scale: 1 });
    this.shape(own.width, own.height);
    const { clientWidth: width, clientHeight: height } = this.element;
    this.#drawnWidth = width;
    const scale = Math.min(width / own.width, height / own.height);
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    const density = chooseDensity(viewport.width, viewport.height);
    canvas.width = Math.max(1, Math.floor(viewport.width * density));
    canvas.height = Math.max(1, Math.floor(viewport.height * density));
    this.#task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    await this.#task.promise;
    if (turn !== this.#turn) return;
    const text = document.createElement("div");
    text.className = "textLayer";
    this.element.style.setProperty("--total-scale-factor", String(scale));
    this.element.replaceChildren(canvas, text);
    this.element.dataset["state"] = "drawn";
    await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport }).render();
  }

  #tellFailure(): void {
    const text = document.createElement("p");
    text.textContent = this.#failure;
    this.element.replaceChildren(text);
    this.element.dataset["state"] = "failed";
  }
}

function chooseDensity(width: number, height: number): number {
  return Math.min(
    DENSITY_MAX,
    devicePixelRatio,
    CANVAS_MAX_SIDE / width,
    CANVAS_MAX_SIDE / height,
    Math.sqrt(CANVAS_MAX_PIXELS / (width * height)),
  );
}
