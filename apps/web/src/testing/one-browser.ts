import { builtinEnvironments, type Environment } from 'vitest/runtime'

let started: Promise<unknown> | undefined

/** One jsdom for all files of a worker: their shared modules, such as React Aria, hold on to its window. */
export default {
  name: 'one-browser',
  viteEnvironment: 'client',
  async setup(global, options) {
    started ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options))
    await started
    return { teardown() {} }
  },
} satisfies Environment
