/*
 * While a person types a date, react-aria empties its announcer with `innerHTML = ''`, and the page's Trusted Types
 * policy makes that assignment throw. This setter empties the element without parsing HTML; the policy still checks
 * every other value.
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
