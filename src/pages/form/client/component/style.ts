/**
 * Style of the component. Colours follow the shop's text colour, so that it fits light and dark pages alike; custom
 * properties and parts change the rest (docs/embed.md).
 */
const CSS = `
:host {
  --_accent: var(--baken-accent, light-dark(#0b57d0, #8ab4f8));
  --_line: var(--baken-line, color-mix(in srgb, currentColor 52%, transparent));
  --_radius: var(--baken-radius, .5rem);
  --_gap: var(--baken-gap, .875rem);
  --_danger: var(--baken-danger, light-dark(#b3261e, #f2b8b5));
  --_sure: var(--baken-sure, light-dark(#14703f, #5fd08b));
  --_surface: var(--baken-surface, Canvas);
  --_surface-text: var(--baken-surface-text, CanvasText);
  display: block;
  container-type: inline-size;
  line-height: 1.5;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
fieldset { display: grid; gap: var(--_gap); min-inline-size: 0; margin: 0; padding: 0; border: 0; }
.unseen { position: absolute; overflow: hidden; inline-size: 1px; block-size: 1px; padding: 0; clip-path: inset(50%);
  white-space: nowrap; }
.row { display: flex; flex-wrap: wrap; gap: var(--_gap); align-items: end; }
[data-view=fields] .find, [data-view=search] :is(.key, .place) { display: none; }
.field { position: relative; flex: 1 1 5em; min-inline-size: min-content; }
.field.postcode { flex: 1.3 1 6.5em; }
.row > :is(.search, .street, .city) { flex-basis: 100%; }
label:not(.choice) { display: block; white-space: nowrap; margin-block-end: .25rem; font-size: .875em; font-weight: 550; }
input:not([type]), input[type=text] {
  inline-size: 100%; min-block-size: 2.75rem; margin: 0; padding: .5rem .75rem;
  border: 1px solid var(--_line); border-radius: var(--_radius);
  background: var(--baken-field, color-mix(in srgb, currentColor 3%, transparent));
  color: inherit; font: inherit; font-size: max(1em, 16px); text-overflow: ellipsis;
}
input:hover, .choice:hover { border-color: currentColor; }
input:focus-visible, button:focus-visible, .choice:has(:focus-visible) {
  outline: 2px solid var(--_accent); outline-offset: -1px; border-color: transparent;
}
input[aria-invalid=true] { border-color: var(--_danger); }
input:disabled, :disabled .choice, .link:disabled { opacity: .55; cursor: not-allowed; }
.outcome { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: center; min-block-size: 1.5em;
  margin-block-start: calc(.375rem - var(--_gap)); font-size: .875em; }
#status::before { content: ""; display: none; inline-size: .9em; block-size: .9em; margin-inline-end: .45em;
  vertical-align: -.08em; }
:host(:state(confirmed)) #status::before { display: inline-block; background: var(--_sure);
  clip-path: polygon(12% 50%, 0 62%, 38% 96%, 100% 20%, 87% 8%, 37% 70%); }
:host(:state(pending)) #status::before { display: inline-block; border: 2px solid var(--_accent);
  border-block-start-color: transparent; border-radius: 50%;
  animation: turn .8s linear infinite; }
#status[data-fault] { color: var(--_danger); }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; max-block-size: 9.5rem; padding: 3px; margin: -3px;
  overflow-y: auto; margin-block-start: calc(-3px - var(--_gap) / 2); }
.choice { position: relative; min-inline-size: 2.75rem; text-align: center; padding: .3rem .8rem; border: 1px solid var(--_line); border-radius: var(--_radius);
  font-variant-numeric: tabular-nums; cursor: pointer; }
.choice:has(:checked) { border-color: var(--_accent); background: color-mix(in srgb, var(--_accent) 14%, transparent); }
.choice input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: inherit; }
.link { justify-self: start; padding: .25rem 0; border: 0; border-radius: 2px; background: none; color: inherit;
  font: inherit; font-size: .875em; text-decoration: underline; text-underline-offset: .2em;
  text-decoration-thickness: 1px; cursor: pointer; }
.outcome .link { font-size: inherit; }
ul { position: absolute; z-index: var(--baken-layer, 10); inset: calc(100% + .25rem) 0 auto; margin: 0; padding: .25rem;
  max-block-size: 20rem; overflow-y: auto; list-style: none; background: var(--_surface); color: var(--_surface-text);
  border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: var(--_radius);
  box-shadow: 0 .5rem 1.5rem #0003; }
li { padding: .5rem .6rem; border-radius: calc(var(--_radius) - .2rem); cursor: pointer; }
li:hover { background: color-mix(in srgb, currentColor 6%, transparent); }
li[aria-selected=true] { background: color-mix(in srgb, var(--_accent) 16%, transparent); }
li span { display: block; }
.detail { font-size: .875em; opacity: .75; }
@container (min-width: 26rem) { .row > .street { flex: 1.4 1 0; } .row > .city { flex: 1 1 0; } }
@container (max-width: 22rem) {
  .row { gap: .5rem; }
  .field { flex-basis: 4em; }
  .field.postcode { flex-basis: 5.5em; }
  label:not(.choice) { font-size: .8125em; }
}
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { * { animation-iteration-count: 1 !important; } }
@media (forced-colors: active) { .choice:has(:checked), li[aria-selected=true] { outline: 2px solid Highlight; } }
`;

let shared: CSSStyleSheet | undefined;

/** Returns the style sheet that all components of a page share. A `<style>` would need `unsafe-inline`. */
export function styleSheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet();
    shared.replaceSync(CSS);
  }
  return shared;
}
