interface AccountLineProps {
  text: string;
  switchText: string;
  switchAccount: (form: FormData) => Promise<void>;
  sealed?: string;
}

export function AccountLine({ text, switchText, switchAccount, sealed }: AccountLineProps) {
  return (
    <form action={switchAccount} className="flex flex-wrap items-baseline justify-between gap-x-4 px-5 py-3">
      {sealed === undefined ? null : <input type="hidden" name="request" value={sealed} />}
      <p className="min-w-0 text-dense text-ink-2">{text}</p>
      <button
        type="submit"
        className="min-h-6 rounded-control text-dense font-medium text-accent underline underline-offset-2"
      >
        {switchText}
      </button>
    </form>
  );
}
