/** One kind of event, and its listeners. */
export type Emitter<Event extends readonly unknown[]> = {
  /** Calls `listener` at each event from now on. The answer undoes that. */
  readonly on: (listener: (...event: Event) => void) => () => void
  /** Calls every listener, in the order in which they came. */
  readonly emit: (...event: Event) => void
}

/** `onError` gets what a listener throws, and the others are still called. Without it the throw reaches the emitting code. */
export function createEmitter<Event extends readonly unknown[]>(onError?: (error: unknown) => void): Emitter<Event> {
  const listeners = new Map<symbol, (...event: Event) => void>()
  return {
    on(listener) {
      const key = Symbol('listener')
      listeners.set(key, listener)
      return () => void listeners.delete(key)
    },
    emit(...event) {
      // A Map may lose listeners while this goes on: a listener may undo itself or others.
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
