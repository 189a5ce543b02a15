import type { AnyEndpoint } from "../http/endpoint.ts";
import { addressList } from "./explorer/server/address-list.ts";
import { explorerPage } from "./explorer/server/explorer-page.ts";
import { FILES_ENDPOINTS } from "./files/server/files-endpoints.ts";
import { filesPage } from "./files/server/files-page.ts";
import { embedPage, embedScripts } from "./form/server/embed-page.ts";
import type { Assets } from "./kit/server/assets.ts";
import {
  assetEndpoint,
  checkLink,
  getSession,
  useLink,
  wellKnownEndpoints,
} from "./kit/server/kit-endpoints.ts";
import { docsPages } from "./reference/server/docs-pages.ts";

export { missingPage } from "./reference/server/docs-pages.ts";

/** Lists the endpoints of the pages; none without their assets. */
export function pageEndpoints(assets: Assets | undefined): readonly AnyEndpoint[] {
  return assets === undefined
    ? []
    : [
        getSession,
        useLink,
        checkLink,
        assetEndpoint(assets),
        ...wellKnownEndpoints(assets),
        ...embedScripts(assets),
        embedPage(assets),
        explorerPage(assets),
        addressList,
        filesPage(assets),
        ...FILES_ENDPOINTS,
        ...docsPages(assets),
      ];
}
