import { access } from "../ask.ts";
import { pickTexts } from "../texts.ts";

const texts = pickTexts({
  inUse: {
    nl: (id: string) => `Sleutel ${id} in gebruik, alleen in dit tabblad`,
    en: (id: string) => `Key ${id} in use, in this tab only`,
  },
  forget: { nl: "Vergeet sleutel", en: "Forget key" },
});

/** Says that a key is in use, and offers to forget it. */
export function KeyInUse() {
  const key = access.key();
  if (key === undefined) {
    return null;
  }
  const forget = () => {
    access.useKey(undefined);
    location.assign(location.pathname);
  };
  return (
    <p class="row apart hint">
      {texts.inUse(key.split("|")[0]!)}
      <button type="button" class="button quiet small" onClick={forget}>
        {texts.forget}
      </button>
    </p>
  );
}
