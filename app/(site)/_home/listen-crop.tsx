import { getTranslations } from "next-intl/server";
import { Crop } from "./crop";
import { LISTENED } from "./samples";

const GOOD = "signature verified";

export async function ListenCrop() {
  const t = await getTranslations("home.features.listen");
  return (
    <Crop caption={t("caption")}>
      <pre className="bg-muted p-5 font-mono text-xs leading-5 whitespace-pre-wrap sm:text-dense sm:leading-6">
        <code>
          {LISTENED.split("\n").map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
            <Line key={index} text={line} />
          ))}
        </code>
      </pre>
    </Crop>
  );
}

function Line({ text }: { text: string }) {
  const [before = "", after] = text.split(GOOD);
  const look = text.startsWith("$") ? "font-medium" : "text-ink-2";
  return (
    <span className={`block ${look}`}>
      {before}
      {after === undefined ? null : (
        <>
          <span className="text-good">{GOOD}</span>
          {after}
        </>
      )}
    </span>
  );
}
