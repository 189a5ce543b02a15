/** Answers of the admin port that programs read without a login: metrics and probes. */
export function respondText({ method }: Request, render: () => string, status = 200): Response {
  if (method !== "GET" && method !== "HEAD") {
    return textResponse("Method not allowed. Use GET or HEAD.\n", 405, { Allow: "GET, HEAD" });
  }
  return textResponse(render(), status);
}

function textResponse(body: string, status: number, headers: Record<string, string> = {}): Response {
  const contentType = "text/plain; version=0.0.4; charset=utf-8";
  return new Response(body, {
    status,
    headers: {
      "Content-Type": contentType,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      ...headers,
    },
  });
}
