// Questions to elements of the content. Asked of the prototypes: in a form, a control called `closest` stands before
// the method of that name.

/** The value of an attribute. */
export function attribute(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** Whether there is such an attribute. */
export function has(element: Element, name: string): boolean {
  return Element.prototype.hasAttribute.call(element, name);
}

/** Sets an attribute. */
export function setAttribute(element: Element, name: string, value: string): void {
  Element.prototype.setAttribute.call(element, name, value);
}

/** Shows or hides an element by its `hidden`. */
export function setHidden(element: Element, hidden: boolean): void {
  Element.prototype.toggleAttribute.call(element, "hidden", hidden);
}

/** The innermost of the element and what is around it that matches. */
export function closest(element: Element, selector: string): Element | null {
  return Element.prototype.closest.call(element, selector);
}

/** Whether the element matches. */
export function matches(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector);
}

/** All that match within. */
export function all(within: Element | ShadowRoot, selector: string): Element[] {
  const { querySelectorAll } = within instanceof Element ? Element.prototype : DocumentFragment.prototype;
  return [...querySelectorAll.call(within, selector)];
}

/** Whether `node` is in `within`, or is it. */
export function contains(within: Node, node: Node | null): boolean {
  return Node.prototype.contains.call(within, node);
}

/** Whether there is anything in it. */
export function hasContent(element: Element): boolean {
  return Node.prototype.hasChildNodes.call(element);
}
