import { tokenizeCode } from "../highlight.ts";

/** Code with the colours of its language. */
export function Code({ text, language }: { readonly text: string; readonly language: string }) {
  return (
    <>
      {tokenizeCode(text, language).map((token, i) => (
        <span key={i} class={`t-${token.kind}`}>
          {token.text}
        </span>
      ))}
    </>
  );
}
