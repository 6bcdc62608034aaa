import { MailOpen } from "lucide-react";
import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { readText, type SearchParams } from "@/app/_ui/list/search-params";
import { EmptyState } from "@/app/_ui/page/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageTitle } from "@/app/_ui/page/page-title";
import { Time } from "@/app/_ui/shown/time";
import { listMailbox, type ShownMail } from "@/lib/mail/queries";
import { isMailboxOpen } from "./open-mailbox";

export const generateMetadata = pageTitle("mailbox.title");

export default async function MailboxPage({ searchParams }: { searchParams: SearchParams }) {
  if (!(await isMailboxOpen())) notFound();
  const recipient = readText(await searchParams, "to");
  const [mails, t] = await Promise.all([listMailbox(recipient), getTranslations("mailbox")]);
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-10">
      <PageHeader title={t("title")} description={t("description")} />
      {mails.length === 0 ? (
        <EmptyState icon={MailOpen} title={t("empty")} text={t("emptyText")} />
      ) : (
        <ul aria-label={t("list")} className="grid gap-4">
          {mails.map((mail) => (
            <MailCard key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </main>
  );
}

function MailCard({ mail: { id, recipient, subject, text, sentAt } }: { mail: ShownMail }) {
  const t = useTranslations("mailbox");
  return (
    <li className="card grid gap-2 p-5">
      <h2 className="font-semibold">{subject}</h2>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-dense text-ink-3">
        <a href={`/dev/mailbox?to=${encodeURIComponent(recipient)}`} className="hover:underline">
          {t("to", { email: recipient })}
        </a>
        {sentAt ? <Time value={sentAt.toISOString()} /> : null}
        <a href={`/dev/mailbox/${id}`} className="text-accent underline underline-offset-2">
          {t("html")}
        </a>
      </p>
      <p className="text-ink-2 whitespace-pre-line">
        <LinkedText text={text ?? ""} />
      </p>
    </li>
  );
}

function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} className="text-accent underline underline-offset-2">
        {part}
      </a>
    ),
  );
}
