import type { AnyEndpoint } from "../http/endpoint.ts";
import type { Assets } from "./assets.ts";
import { assetEndpoint } from "./pages/assets.ts";
import { docsPages } from "./pages/docs.ts";
import { embedPage } from "./pages/embed.ts";
import { embedScript } from "./pages/embed-script.ts";
import { explorerPage } from "./pages/explorer.ts";
import { getSession } from "./pages/session.ts";

/** Lists the endpoints of the pages; none without their assets. */
export function pageEndpoints(assets: Assets | undefined): readonly AnyEndpoint[] {
  return assets === undefined
    ? []
    : [
        getSession,
        assetEndpoint(assets),
        embedScript(assets),
        embedPage(assets),
        explorerPage(assets),
        ...docsPages(assets),
      ];
}
