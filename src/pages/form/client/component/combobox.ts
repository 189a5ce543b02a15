/** List of options under a text input, by the combobox pattern of the APG: focus stays in the input. */
import { element } from "./element.ts";

export interface Option<T> {
  readonly value: T;
  readonly title: string;
  readonly detail: string;
}

export class Combobox<T> {
  readonly #input: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #onChoose: (value: T) => void;
  #options: readonly Option<T>[] = [];
  /** Index of the option that Enter takes; -1 for none: nothing is selected by itself. */
  #active = -1;

  constructor(input: HTMLInputElement, list: HTMLElement, onChoose: (value: T) => void) {
    this.#input = input;
    this.#list = list;
    this.#onChoose = onChoose;
    input.addEventListener("keydown", (event) => this.#onKey(event));
    input.addEventListener("blur", () => this.close());
    input.addEventListener("click", () => this.#open());
    // Keeps the focus in the input, so that the list is not closed before the click arrives.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => this.#onClick(event));
  }

  /** Replaces the options and shows them; an empty list closes. */
  show(options: readonly Option<T>[]): void {
    this.#options = options;
    this.#list.replaceChildren(...options.map(createOption));
    this.close();
    this.#open();
  }

  close(): void {
    this.#activate(-1);
    this.#list.hidden = true;
    this.#input.ariaExpanded = "false";
  }

  #open(): void {
    if (this.#options.length > 0) {
      this.#list.hidden = false;
      this.#input.ariaExpanded = "true";
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing) {
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.#move(event);
    } else if (event.key === "Enter") {
      if (this.#active < 0) {
        this.close();
        return;
      }
      event.preventDefault();
      this.#choose(this.#active);
    } else if (event.key === "Escape" && !this.#list.hidden) {
      // A dialog around the form stays open.
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  }

  #move({ key, altKey }: KeyboardEvent): void {
    const isOpen = !this.#list.hidden;
    this.#open();
    if (altKey || this.#options.length === 0) {
      return;
    }
    const count = this.#options.length;
    const step = key === "ArrowDown" ? 1 : -1;
    const from = isOpen ? this.#active : -1;
    this.#activate(from < 0 && step < 0 ? count - 1 : (from + step + count) % count);
  }

  #activate(index: number): void {
    mark(this.#list.children[this.#active], false);
    this.#active = index;
    const option = this.#list.children[index];
    mark(option, true);
    option?.scrollIntoView({ block: "nearest" });
    if (option === undefined) {
      this.#input.removeAttribute("aria-activedescendant");
    } else {
      this.#input.setAttribute("aria-activedescendant", option.id);
    }
  }

  #onClick({ target }: Event): void {
    const option = (target as Element).closest("[role=option]");
    if (option !== null) {
      this.#choose([...this.#list.children].indexOf(option));
    }
  }

  #choose(index: number): void {
    const { value } = this.#options[index]!;
    this.show([]);
    this.#onChoose(value);
  }
}

function mark(option: Element | undefined, isActive: boolean): void {
  option?.setAttribute("aria-selected", String(isActive));
  option?.setAttribute("part", isActive ? "option option-active" : "option");
}

function createOption({ title, detail }: Option<unknown>, index: number): HTMLElement {
  return element(
    "li",
    { role: "option", id: `option-${index}`, part: "option", "aria-selected": "false" },
    element("span", {}, title),
    " ",
    element("span", { class: "detail" }, detail),
  );
}
