import { expect, test } from "bun:test";
import { TileCache } from "./tile-cache.ts";

const tile = (byteLength: number) => ({ byteLength });
const never = () => {
  throw new Error("made again");
};

test("a kept tile is not made again; the one not used for longest goes first", () => {
  const cache = new TileCache(100);
  const [a, b, c] = [tile(40), tile(40), tile(40)];
  expect(cache.take("a", () => a)).toBe(a);
  expect(cache.take("b", () => b)).toBe(b);
  expect(cache.take("a", never)).toBe(a);
  cache.take("c", () => c);
  expect(cache.take("a", never)).toBe(a);
  expect(cache.take("c", never)).toBe(c);
  const again = tile(40);
  expect(cache.take("b", () => again)).toBe(again);
  expect(() => cache.take("a", never)).toThrow("made again");
});

test("a tile larger than the cache is returned and not kept", () => {
  const cache = new TileCache(100);
  const small = tile(10);
  cache.take("small", () => small);
  const large = tile(101);
  expect(cache.take("large", () => large)).toBe(large);
  expect(() => cache.take("large", never)).toThrow("made again");
});
