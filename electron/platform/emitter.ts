/** One kind of event with its listeners. */
export type Emitter<Event extends readonly unknown[]> = {
  /** Calls `listener` at each event from now on. Returns the function that unsubscribes. */
  readonly on: (listener: (...event: Event) => void) => () => void
  /** Calls every listener, in the order of subscription. */
  readonly emit: (...event: Event) => void
}

/**
 * `onError` gets the errors of listeners, and the other listeners are still called. Without `onError` the first error
 * reaches the emitting code, and the later listeners are not called.
 */
export function createEmitter<Event extends readonly unknown[]>(onError?: (error: unknown) => void): Emitter<Event> {
  const listeners = new Map<symbol, (...event: Event) => void>()
  return {
    on(listener) {
      const key = Symbol('listener')
      listeners.set(key, listener)
      return () => void listeners.delete(key)
    },
    emit(...event) {
      // Iterating over a Map allows a listener to unsubscribe itself or other listeners.
      for (const listener of listeners.values()) {
        try {
          listener(...event)
        } catch (error) {
          if (onError === undefined) throw error
          onError(error)
        }
      }
    },
  }
}
