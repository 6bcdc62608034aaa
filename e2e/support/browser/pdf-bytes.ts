interface PdfOptions {
  pages?: number;
  /** The text of each page. */
  write?: (page: number) => string;
  /** JavaScript that the document asks its viewer to run when it is opened. */
  script?: string;
}

/** A small PDF with a correct cross-reference table. */
export function makePdf({ pages = 1, write = (page) => `Page ${page}`, script }: PdfOptions = {}): Buffer {
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  const idOf = (page: number) => 4 + 2 * page;
  const action = script === undefined ? "" : ` /OpenAction << /S /JavaScript /JS (${script}) >>`;
  const objects: [number, string][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R${action} >>`],
    [2, `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((page) => `${idOf(page)} 0 R`).join(" ")}] >>`],
    [3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"],
    [4, "null"],
    [5, "null"],
  ];
  for (const page of numbers) {
    const drawn = `BT /F1 24 Tf 40 240 Td (${write(page)}) Tj ET`;
    const box = "/MediaBox [0 0 400 300] /Resources << /Font << /F1 3 0 R >> >>";
    objects.push(
      [idOf(page), `<< /Type /Page /Parent 2 0 R ${box} /Contents ${idOf(page) + 1} 0 R >>`],
      [idOf(page) + 1, `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`],
    );
  }
  let body = "%PDF-1.7\n";
  const offsets = objects.map(([id, content]) => {
    const offset = body.length;
    body += `${id} 0 obj\n${content}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, "latin1");
}
