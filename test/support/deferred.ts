/** A promise that the test resolves. */
export type Deferred<T> = { readonly promise: Promise<T>; resolve(value: T): void }

export function createDeferred<T = void>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve: (value) => resolve(value) }
}
