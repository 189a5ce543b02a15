import { useId } from "preact/hooks";
import { formatCount } from "../format.ts";

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Colour of the bar; the accent without. */
  readonly colour?: string;
}

const HEIGHT = 12;

/** Horizontal bars in a table, which screen readers read as such. */
export function BarChart({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const id = useId();
  const max = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section class="card-section">
      <h3 id={id}>{title}</h3>
      <table class="bars" aria-labelledby={id}>
        <tbody>
          {bars.map(({ label, count, colour }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="bar">
                <svg width="100%" height={HEIGHT} aria-hidden="true">
                  {count > 0 && (
                    <rect
                      class={colour === undefined ? "accent" : "coloured"}
                      fill={colour}
                      width={`${Math.max(0.5, (100 * count) / max)}%`}
                      height={HEIGHT}
                      rx="2"
                    />
                  )}
                </svg>
              </td>
              <td class="number">{formatCount(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
