import { useFormatter } from "next-intl";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

export function useSizeText(): (sizeBytes: number) => string {
  const format = useFormatter();
  return (sizeBytes) => {
    const power = sizeBytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(sizeBytes) / Math.log(1024)));
    return format.number(sizeBytes / 1024 ** power, {
      style: "unit",
      unit: UNITS[power] ?? "byte",
      unitDisplay: power === 0 ? "long" : "short",
      maximumFractionDigits: power < 2 ? 0 : 1,
    });
  };
}
