import { findLinks } from "./find-links";

/** Plain text as it was written, with URLs as links. */
export function MessageBody({ body }: { body: string }) {
  return (
    <p dir="auto" className="max-w-[48rem] break-words whitespace-pre-wrap">
      {findLinks(body).map((part, n) =>
        part.kind === "text" ? (
          part.text
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places.
            key={n}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="text-accent underline underline-offset-2 [overflow-wrap:anywhere]"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}
