import { vi } from 'vitest'

/** Watches the listeners that are added to the window from now on. @returns those of a kind that were not removed */
export function watchListeners(): (type: string) => number {
  const left = new Map<string, Set<unknown>>()
  const of = (type: string) => left.get(type) ?? left.set(type, new Set()).get(type)!
  const { addEventListener: add, removeEventListener: remove } = globalThis
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
    of(args[0]).add(args[1])
    add(...args)
  })
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation((...args: Parameters<typeof remove>) => {
    of(args[0]).delete(args[1])
    remove(...args)
  })
  return (type) => of(type).size
}
