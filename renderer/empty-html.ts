/*
 * react-aria empties its announcer with `innerHTML = ''`, which the Trusted Types policy of the page rejects with an
 * exception while a person types a date. This setter empties the element without the parser, and any other text still
 * meets the policy.
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
