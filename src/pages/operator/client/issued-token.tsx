import type { IssuedAnswer } from "../answers.ts";
import { Copyable } from "./parts.tsx";
import { useTexts } from "./texts.ts";

interface IssuedTokenProps {
  readonly issued: IssuedAnswer;
  /** Base URL of the interface. */
  readonly publicUrl: string;
  readonly onDone: () => void;
}

/** Token of a key, shown once, with a request to try it. */
export function IssuedToken({ issued: { token, key }, publicUrl, onDone }: IssuedTokenProps) {
  const t = useTexts();
  const base = publicUrl.startsWith("/") ? location.origin + publicUrl : publicUrl;
  const [origin] = key.origins;
  const originHeader = key.kind === "browser" && origin !== undefined ? ` -H 'Origin: ${origin}'` : "";
  const curl = `curl -H 'Authorization: Bearer ${token}'${originHeader} '${base}/cities?per_page=3'`;
  return (
    <section class="note ok issued" aria-label={t.token}>
      <p>
        <strong>{t.tokenOnce}</strong>
      </p>
      <Copyable text={token} label={t.token} />
      {key.kind === "browser" && origin === undefined ? (
        <p>{t.noOrigin}</p>
      ) : (
        <>
          <p>{t.tryIt}</p>
          <Copyable text={curl} label={t.tryIt} />
        </>
      )}
      <button type="button" class="button" onClick={onDone}>
        {t.done}
      </button>
    </section>
  );
}
