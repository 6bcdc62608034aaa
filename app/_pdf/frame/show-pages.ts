import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { PDF_PAGES_MAX, type PdfFrameLabels } from "../protocol";
import { DrawnPage } from "./drawn-page";

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
