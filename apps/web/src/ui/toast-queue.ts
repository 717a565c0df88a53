/** How long a toast stays (spec §9); time spent under the pointer or with the focus does not count. */
export const TOAST_MS = 5000

export interface Toast {
  /** `error` interrupts a screen reader, the others wait for a pause. */
  tone: 'info' | 'good' | 'warn' | 'error'
  text: string
}

const isSame = (one: Toast, other: Toast) => one.tone === other.tone && one.text === other.text

/** The queue with a toast at its end, or as it was when the same words are shown or waiting already. @see spec §9 */
export const withToast = (queue: readonly Toast[], toast: Toast): readonly Toast[] =>
  queue.some((other) => isSame(other, toast)) ? queue : [...queue, toast]

let queue: readonly Toast[] = []
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  queue = next
  for (const listener of listeners) listener()
}

/** Shows a toast when its turn comes: one at a time, the others wait and none is lost. */
export const showToast = (toast: Toast): void => change(withToast(queue, toast))

/** Takes the open toast away, so that the next one opens. */
export const dismissToast = (toast: Toast): void => change(queue.filter((other) => other !== toast))

/** The one toast that is open. */
export const openToast = (): Toast | undefined => queue[0]

/** For `useSyncExternalStore`. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
