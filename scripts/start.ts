import { STOP_SIGNALS } from '../apps/server/src/stop-on-signal.ts'
import { buildWeb } from './build-web.ts'

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
