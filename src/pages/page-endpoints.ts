import type { AnyEndpoint } from "../http/endpoint.ts";
import { explorerPage } from "./explorer/server/explorer-page.ts";
import { embedPage } from "./form/server/embed-page.ts";
import { embedScript } from "./form/server/embed-script.ts";
import { assetEndpoint } from "./kit/server/asset-endpoint.ts";
import type { Assets } from "./kit/server/assets.ts";
import { getSession } from "./kit/server/session-endpoint.ts";
import { docsPages } from "./reference/server/docs-pages.ts";

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
