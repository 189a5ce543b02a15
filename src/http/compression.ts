/** Content coding of answers: zstd or gzip, as the client prefers (RFC 9110 §12.5.3). */

/** Below this a body fits one packet, and compressing it saves nothing. */
export const MIN_COMPRESSED_BYTES = 1024;

export type Coding = "zstd" | "gzip";

/** Ours first: of equal weight, zstd makes the smaller body in half the time. */
const CODINGS: readonly Coding[] = ["zstd", "gzip"];

/** The coding a client likes best; `undefined` is the body as it is, also where the client forbids even that. */
export function chooseCoding(
  acceptEncoding: string | null,
  offered: readonly Coding[] = CODINGS,
): Coding | undefined {
  if (!acceptEncoding) return undefined;
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: string, unnamed: number) => weights.get(coding) ?? unnamed;
  const other = weightOf("*", 0);
  const best = offered.reduce((a, b) => (weightOf(b, other) > weightOf(a, other) ? b : a));
  const weight = weightOf(best, other);
  return weight > 0 && weight >= (weights.get("identity") ?? 0) ? best : undefined;
}

/** Lowest levels: a thousand addresses take a third (zstd) or a whole (gzip) millisecond. */
export function compress(body: string, coding: Coding): Uint8Array<ArrayBuffer> {
  return coding === "zstd"
    ? (Bun.zstdCompressSync(body, { level: 1 }) as Buffer<ArrayBuffer>)
    : Bun.gzipSync(body, { level: 1, library: "libdeflate" });
}

/** `gzip;q=0.5, *` as weights by name; one without a readable weight has none. */
function parseWeights(text: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of text.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    weights.set(name === "x-gzip" ? "gzip" : name, quality === undefined ? 1 : Number(quality) || 0);
  }
  return weights;
}
