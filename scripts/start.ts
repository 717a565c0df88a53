import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import { STOP_SIGNALS } from '../apps/server/src/stop-on-signal.ts'
import { buildWeb } from './build-web.ts'

// Compiled once, the code of server and device manager is read back at later starts; children find it in the environment.
const compiled = (process.env['NODE_COMPILE_CACHE'] ??= path.resolve(
  import.meta.dirname,
  '../node_modules/.cache/node',
))
enableCompileCache(compiled)

// The server runs in this process, because npm forwards signals to its direct child only.
const stopping = new AbortController()
const stop = (): void => stopping.abort()
for (const signal of STOP_SIGNALS) process.on(signal, stop)
try {
  await buildWeb(stopping.signal)
} catch (error) {
  if (!stopping.signal.aborted) throw error
  process.exit(0)
}
for (const signal of STOP_SIGNALS) process.off(signal, stop)
await import('../apps/server/src/main.ts')
flushCompileCache() // now, because a killed process writes nothing at its end
