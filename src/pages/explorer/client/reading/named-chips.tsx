import { kindNameOf } from "../format.ts";
import type { Address } from "../known-addresses.ts";
import { streetView } from "../navigation.tsx";
import { Chips } from "../parts/chips.tsx";

interface NamedChipsProps {
  readonly kind: "street" | "place";
  readonly addresses: readonly Address[];
}

/** Links to the streets or places that some addresses lie in, each once: for a line that names no address. */
export function NamedChips({ kind, addresses }: NamedChipsProps) {
  const named = new Map(addresses.map(kind === "street" ? streetOf : placeOf));
  return (
    <>
      <h2>{kindNameOf({ kind })}</h2>
      <Chips links={Array.from(named, ([id, label]) => ({ to: { kind, id }, label }))} />
    </>
  );
}

function streetOf(address: Address): [id: string, label: string] {
  return [streetView(address).id, `${address.straatnaam}, ${address.woonplaats_naam}`];
}

function placeOf({ woonplaats_id, woonplaats_naam }: Address): [id: string, label: string] {
  return [woonplaats_id, woonplaats_naam];
}
