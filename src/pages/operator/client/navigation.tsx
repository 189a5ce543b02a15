import { Link, useAddress } from "../../kit/client/router.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import { DialogButton } from "./parts.tsx";

const texts = pickTexts({
  logOut: { en: "Log out", nl: "Uitloggen" },
  everywhere: { en: "In all browsers", nl: "In alle browsers" },
});

/** Titles of the pages, by their path. */
export const PAGE_TITLES = pickTexts({
  overview: { en: "Overview", nl: "Overzicht" },
  keys: { en: "Keys", nl: "Sleutels" },
  traffic: { en: "Traffic", nl: "Verkeer" },
  registry: { en: "Registry", nl: "Register" },
  exports: { en: "Exports", nl: "Exports" },
  nodes: { en: "Nodes", nl: "Machines" },
  audit: { en: "Audit", nl: "Audit" },
});
const PAGES = Object.keys(PAGE_TITLES) as (keyof typeof PAGE_TITLES)[];

/** Links to the pages and the way out, in the header that the server renders. */
export function Navigation({ onLogOut }: { readonly onLogOut: (everywhere: boolean) => Promise<void> }) {
  const path = useAddress(() => location.pathname);
  const current = PAGES.find((page) => path.startsWith(`/${page}`)) ?? "overview";
  return (
    <>
      {PAGES.map((page) => (
        <Link key={page} href={page === "overview" ? "/" : `/${page}`} isCurrent={page === current}>
          {PAGE_TITLES[page]}
        </Link>
      ))}
      <DialogButton
        label={texts.logOut}
        tone="primary"
        class="small"
        onSubmit={(form) => onLogOut(form.has("everywhere"))}
      >
        <label class="label">
          <input type="checkbox" name="everywhere" /> {texts.everywhere}
        </label>
      </DialogButton>
    </>
  );
}
