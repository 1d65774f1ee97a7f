/** A promise that the test itself resolves. */
export type Gate<T> = { readonly passed: Promise<T>; open(value: T): void }

export function makeGate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => {}
  const passed = new Promise<T>((resolve) => (open = resolve))
  return { passed, open: (value) => open(value) }
}
