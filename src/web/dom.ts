type Listener = (event: Event) => void;
type Attribute = string | number | boolean | undefined | Listener;

/**
 * An element. Functions become listeners (`onclick`), `true` an empty attribute, `false` and `undefined` none.
 * Strings become text nodes: nothing on this page is ever read as HTML.
 */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** The element of the page's frame with this id. */
export function frame<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`index.html has no #${id} of the expected type`);
  return element;
}

/** A view that redraws only when what it shows is another value than last time. */
export function whenChanged<T>(draw: (value: T) => void): (value: T) => void {
  let last: { readonly value: T } | undefined;
  return (value) => {
    if (last !== undefined && Object.is(last.value, value)) return;
    last = { value };
    draw(value);
  };
}
