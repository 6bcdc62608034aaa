import Link from "next/link";

interface PageLinksProps {
  label: string;
  links: readonly { href: string | null; text: string }[];
}

export function PageLinks({ label, links }: PageLinksProps) {
  const shown = links.filter((link): link is { href: string; text: string } => link.href !== null);
  if (shown.length === 0) return null;
  return (
    <nav aria-label={label} className="mt-4 flex gap-4 text-dense">
      {shown.map(({ href, text }) => (
        <Link key={href} href={href} className="underline underline-offset-4">
          {text}
        </Link>
      ))}
    </nav>
  );
}
