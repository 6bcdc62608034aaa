export interface ColorPair {
  light: string;
  dark: string;
}

export interface Palette {
  accent: ColorPair;
  solid: ColorPair;
  solidHover: ColorPair;
  soft: ColorPair;
}

export const DEFAULT_PALETTE: Palette = {
  accent: { light: "#4a3fc4", dark: "#aeaaff" },
  solid: { light: "#5145cd", dark: "#5f55d9" },
  solidHover: { light: "#4338b5", dark: "#6d64e4" },
  soft: { light: "#efeefd", dark: "#24213f" },
};

/** Texts must be readable on the darkest ground of light pages and the lightest of dark ones (app/globals.css). */
const GROUND: ColorPair = { light: "#f2f2f4", dark: "#22242a" };
const CONTRAST_MIN = 4.55;
const STEP = 0.005;

export function derivePalette(hex: string): Palette {
  const { lightness, chroma, hue } = toOklch(hex);
  const soft = {
    light: toHex({ lightness: 0.955, chroma: Math.min(chroma, 0.022), hue }),
    dark: toHex({ lightness: 0.26, chroma: Math.min(chroma, 0.055), hue }),
  };
  const walk = (from: number, step: number, grounds: readonly string[]) => {
    for (let at = from; at >= 0 && at <= 1; at += step) {
      const color = toHex({ lightness: at, chroma, hue });
      if (grounds.every((ground) => contrast(color, ground) >= CONTRAST_MIN)) return { color, lightness: at };
    }
    return step > 0 ? { color: "#ffffff", lightness: 1 } : { color: "#000000", lightness: 0 };
  };
  const solid = walk(lightness, -STEP, ["#ffffff"]);
  const hover = toHex({ lightness: Math.max(solid.lightness - 0.05, 0), chroma, hue });
  return {
    accent: {
      light: walk(lightness, -STEP, [GROUND.light, soft.light]).color,
      dark: walk(Math.max(lightness, 0.7), STEP, [GROUND.dark, soft.dark]).color,
    },
    solid: { light: solid.color, dark: solid.color },
    solidHover: { light: hover, dark: hover },
    soft,
  };
}

export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = toLinear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Triple = [number, number, number];

function toLinear(hex: string): Triple {
  const read = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [read(1), read(3), read(5)];
}

/** OKLCH, hue in radians: https://bottosson.github.io/posts/oklab/ */
interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

function toOklch(hex: string): Oklch {
  const [red, green, blue] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function toHex({ lightness, chroma, hue }: Oklch): string {
  for (let shown = chroma; shown > 0; shown -= STEP) {
    const channels = toChannels(lightness, shown, hue);
    if (channels.every((value) => value >= -0.0005 && value <= 1.0005)) return writeHex(channels);
  }
  return writeHex(toChannels(lightness, 0, hue));
}

function toChannels(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function writeHex(channels: Triple): string {
  const write = (linear: number) => {
    const value = Math.min(Math.max(linear, 0), 1);
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channels.map(write).join("")}`;
}
