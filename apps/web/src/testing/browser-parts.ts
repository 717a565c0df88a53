import { vi } from 'vitest'
import { server } from './fake-server.ts'

/** Browser features the pages use and jsdom lacks. */

/** Web Locks: one holder at a time, first come, first served. */
const held = new Map<string, Promise<unknown>>()
const locks = {
  request: async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const turn = (held.get(name) ?? Promise.resolve()).then(act)
    held.set(
      name,
      turn.catch(() => {}),
    )
    return turn
  },
}
Object.defineProperty(navigator, 'locks', { value: locks })

/** Frames of the real clock: after a test with fake timers jsdom would wait for ever for the frame of that test. */
const { setTimeout: later, clearTimeout: forget } = globalThis
const FRAME_MS = 16
const frames = {
  requestAnimationFrame: (draw: FrameRequestCallback) => Number(later(() => draw(performance.now()), FRAME_MS)),
  cancelAnimationFrame: (id: number) => forget(id),
}
Object.assign(globalThis, frames)
Object.assign(document.defaultView!, frames)

globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver = class implements IntersectionObserver {
  root = null
  rootMargin = ''
  scrollMargin = ''
  thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords = () => []
}
// jsdom lays nothing out. Elements are as wide as its window, and as high as the longest table.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1024 })
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 100_000 })

URL.createObjectURL = () => `blob:${crypto.randomUUID()}`
URL.revokeObjectURL = () => {}
window.scrollTo = vi.fn<() => void>()
Element.prototype.scrollTo = vi.fn<() => void>()
Element.prototype.scrollIntoView = vi.fn<() => void>()
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: query === '(pointer: fine)',
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

// jsdom loads no other page, so a form that the browser itself sends would go unnoticed
addEventListener('submit', ({ defaultPrevented }) => {
  if (!defaultPrevented) server.problems.push('A form would leave the page')
})
