import type { Koffi } from '../printers/windows/koffi.ts'

type Call = (...args: never[]) => unknown

/**
 * Libraries of Windows with chosen behaviour, by function name; a function without one answers 1. Wine's spooler has no
 * failures.
 */
export function fakeWindows() {
  const functions: Record<string, Call> = {}
  const calls: (readonly [name: string, ...args: unknown[]])[] = []
  const func = (definition: string) => {
    const name = /(\w+)\(/.exec(definition)![1]!
    const run = (...args: unknown[]): unknown => {
      calls.push([name, ...args])
      return (functions[name] ?? (() => 1))(...(args as never[]))
    }
    const async = (...args: unknown[]): void => {
      const onEnd = args.pop() as (error: null, answer: unknown) => void
      setImmediate(() => onEnd(null, run(...args)))
    }
    return Object.assign(run, { async })
  }
  const koffi: Koffi = {
    load: () => ({ func }),
    struct: () => {},
    decode: (bytes, offset) => ({ Status: bytes[offset] }),
    sizeof: () => 1,
    proto: () => {},
    register: () => {},
  }
  return {
    koffi,
    calls,
    /** The names of the called functions. */
    names: () => calls.map(([name]) => name),
    /** Replaces all behaviour and forgets the calls. */
    behave: (changed: Record<string, Call>) => {
      for (const name of Object.keys(functions)) delete functions[name]
      Object.assign(functions, changed)
      calls.length = 0
    },
  }
}
