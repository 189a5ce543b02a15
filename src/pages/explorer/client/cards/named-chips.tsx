import type { Address } from "../known-addresses.ts";
import { ViewLink } from "../navigation.tsx";
import { texts } from "../texts.ts";

interface NamedChipsProps {
  readonly kind: "street" | "place";
  readonly addresses: readonly Address[];
}

/** Links to the streets or places that some addresses lie in, each once: for a line that names no address. */
export function NamedChips({ kind, addresses }: NamedChipsProps) {
  const named = new Map(addresses.map(kind === "street" ? streetOf : placeOf));
  return (
    <>
      <h2>{texts.kinds[kind]}</h2>
      <ul class="chips">
        {[...named].map(([id, label]) => (
          <li key={id}>
            <ViewLink to={{ kind, id }}>{label}</ViewLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function streetOf({ straatnaam, woonplaats_id, woonplaats_naam }: Address): [id: string, label: string] {
  return [`${woonplaats_id}/${straatnaam}`, `${straatnaam}, ${woonplaats_naam}`];
}

function placeOf({ woonplaats_id, woonplaats_naam }: Address): [id: string, label: string] {
  return [woonplaats_id, woonplaats_naam];
}
