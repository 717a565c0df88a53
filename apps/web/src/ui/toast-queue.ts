/** How long a toast stays (spec §9); the time pauses while it is hovered or focused. */
export const TOAST_MS = 5000

export interface Toast {
  /** `error` interrupts a screen reader; the others wait for a pause. */
  tone: 'info' | 'good' | 'warn' | 'error'
  text: string
}

const isSame = (one: Toast, other: Toast) => one.tone === other.tone && one.text === other.text

/** Appends a toast, unless the same text is already shown or queued. @see spec §9 */
export const withToast = (queue: readonly Toast[], toast: Toast): readonly Toast[] =>
  queue.some((other) => isSame(other, toast)) ? queue : [...queue, toast]

let queue: readonly Toast[] = []
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  queue = next
  for (const listener of listeners) listener()
}

/** Queues a toast. They are shown one at a time, and none is lost. */
export const showToast = (toast: Toast): void => change(withToast(queue, toast))

/** Closes the open toast; the next one opens. */
export const dismissToast = (toast: Toast): void => change(queue.filter((other) => other !== toast))

/** The one toast that is open. */
export const openToast = (): Toast | undefined => queue[0]

/** For `useSyncExternalStore`. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
