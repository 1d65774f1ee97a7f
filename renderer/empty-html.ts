/*
 * react-aria empties its announcer by `innerHTML = ''`, which our policy (Trusted Types, none allowed) refuses with a
 * throw in the middle of typing a date. Emptying needs no parser, so it is done without one; any other text still meets
 * the policy.
 */
const inner = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')
if (inner !== undefined) {
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...inner,
    set(this: Element, html: unknown) {
      if (html === '') this.replaceChildren()
      else inner.set?.call(this, html)
    },
  })
}
