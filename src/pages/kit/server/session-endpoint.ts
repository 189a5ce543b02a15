import { AppError } from "../../../base/errors.ts";
import { rootEndpoint } from "../../../http/endpoint.ts";

/** Issues the token with which the pages of this server use its interface without a key. */
export const getSession = rootEndpoint({
  path: "/session",
  summary: "Get a token for this server's own pages",
  auth: "page",
  errors: ["page_closed"],
  handler({ services: { pages }, pinned }) {
    if (!pages.isOpen(pinned)) {
      throw new AppError("page_closed", "The pages of this server need an API key.");
    }
    const { token, expiresAtMs } = pages.sessions.issue(Date.now());
    return {
      status: 200,
      contentType: "application/json",
      cacheControl: "no-store",
      body: JSON.stringify({ data: { token, expires_at: new Date(expiresAtMs).toISOString() } }),
    };
  },
});
