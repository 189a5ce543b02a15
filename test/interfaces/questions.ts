/** Ten questions about Weesp for clients of others, with the answers of baken's own interface. */
import type { WeespInterfaces } from "../support/servers/weesp-interfaces.ts";

export interface Questions {
  /** Lines to geocode, and points to geocode back: [latitude, longitude]. */
  readonly lines: readonly string[];
  readonly points: readonly (readonly [number, number])[];
}

/** Answers to {@link Questions}: a point for each line; the nearest address and the address for each point. */
export interface OwnAnswers {
  readonly points: readonly (readonly [number, number])[];
  /** Number and street, by `/geocode/reverse`. */
  readonly addresses: readonly string[];
}

/** Draws five addresses to find, and five points beside others. */
export function drawQuestions({ adressen }: Pick<WeespInterfaces, "adressen">): Questions {
  const drawn = adressen.filter((_, i) => i % 1_201 === 600);
  const beside = adressen.filter((_, i) => i % 1_201 === 900);
  return {
    lines: drawn.slice(0, 5).map(({ full_address }) => full_address),
    points: beside
      .slice(0, 5)
      .map(({ latitude, longitude }) => [latitude + 0.00001, longitude - 0.00001] as const),
  };
}

/** Asks `/api/v1` the questions. */
export async function askOwn(
  { askOwn: ask }: WeespInterfaces,
  { lines, points }: Questions,
): Promise<OwnAnswers> {
  const found: [number, number][] = [];
  for (const line of lines) {
    const { latitude, longitude } = (await ask(`/geocode/forward?q=${encodeURIComponent(line)}`)).body.data
      .address;
    found.push([latitude, longitude]);
  }
  const addresses: string[] = [];
  for (const [lat, lng] of points) {
    const { full_address } = (await ask(`/geocode/reverse?lat=${lat}&lng=${lng}`)).body.data.address;
    addresses.push(full_address);
  }
  return { points: found, addresses };
}

/** Returns number and street of an address in one line, for clients that name these. */
export function toStreetNumber(fullAddress: string): string {
  return fullAddress.split(", ")[0]!;
}
