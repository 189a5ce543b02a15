/** Plain pages for people: a collection's features and one feature. */
import type { InterfaceRequest } from "../interface.ts";
import type { Collection, Feature } from "./collections.ts";
import { COLLECTIONS_PATH, collectionPath, type DocumentLink } from "./paths.ts";

const AS_HTML = [["f", "html"]] as const;

interface FeaturePage {
  readonly numberMatched?: number;
  readonly numberReturned: number;
  readonly links: readonly DocumentLink[];
  readonly features: readonly Feature[];
}

/** Renders the list of collections. */
export function renderCollections({ link }: InterfaceRequest, collections: readonly Collection[]): string {
  const items = collections.map(
    ({ id, title, description }) =>
      `<li>${anchor(link(`${collectionPath(id)}/items`, AS_HTML), title)}: ${Bun.escapeHTML(description)}</li>`,
  );
  return page("BAG", [`<ul>${items.join("\n")}</ul>`]);
}

export function renderFeatures(
  { link }: InterfaceRequest,
  { id, title, properties }: Collection,
  { features, links, numberMatched, numberReturned }: FeaturePage,
): string {
  const heads = properties.map((property) => `<th>${Bun.escapeHTML(property.name)}</th>`);
  const rows = features.map((feature) => {
    const own = anchor(link(`${collectionPath(id)}/items/${feature.id}`, AS_HTML), feature.id);
    const cells = properties.map(({ name }) => `<td>${renderValue(feature.properties[name])}</td>`);
    return `<tr><td>${own}</td>${cells.join("")}</tr>`;
  });
  const next = links.find(({ rel }) => rel === "next");
  const total = numberMatched === undefined ? "" : ` van ${numberMatched}`;
  return page(title, [
    `<p>${anchor(link(COLLECTIONS_PATH, AS_HTML), "Alle collecties")}. ${numberReturned}${total}.</p>`,
    `<table><tr><th>id</th>${heads.join("")}</tr>\n${rows.join("\n")}</table>`,
    next === undefined ? "" : `<p>${anchor(next.href, "Verder")}</p>`,
  ]);
}

export function renderFeature(
  { link }: InterfaceRequest,
  { id, title, properties }: Collection,
  feature: Feature,
): string {
  const rows = properties.map(
    (property) =>
      `<tr><th>${Bun.escapeHTML(property.title)}</th><td>${renderValue(feature.properties[property.name])}</td></tr>`,
  );
  const own = `${collectionPath(id)}/items/${feature.id}`;
  return page(`${title}: ${feature.id}`, [
    `<p>${anchor(link(`${collectionPath(id)}/items`, AS_HTML), title)}</p>`,
    `<table>${rows.join("\n")}</table>`,
    `<p>${anchor(link(own), "GeoJSON")}</p>`,
  ]);
}

function renderValue(value: Feature["properties"][string] | undefined): string {
  if (typeof value === "object" && value !== null) {
    return value.map((href) => anchor(href, href.replace(/[?].*$/, "").replace(/^.*\//, ""))).join(" ");
  }
  return Bun.escapeHTML(String(value ?? ""));
}

function page(title: string, parts: readonly string[]): string {
  return `<!doctype html>\n<html lang="nl"><meta charset="utf-8"><title>${Bun.escapeHTML(title)}</title>
<h1>${Bun.escapeHTML(title)}</h1>\n${parts.join("\n")}</html>\n`;
}

function anchor(href: string, text: string): string {
  return `<a href="${Bun.escapeHTML(href)}">${Bun.escapeHTML(text)}</a>`;
}
