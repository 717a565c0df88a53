import type { Log } from '../log.ts'
import type { CarrierPort } from './carrier-port.ts'
import type { Carriers } from './carriers.ts'

/**
 * The same carriers. The first time that one refuses the key we track with is logged; not again, since only a restart
 * brings another key.
 */
export const reportingRefusedKeys = (carriers: Carriers, log: Log): Carriers =>
  Object.fromEntries(Object.entries(carriers).map(([code, carrier]) => [code, reporting(code, carrier, log)]))

function reporting(carrier: string, port: CarrierPort, log: Log): CarrierPort {
  const { track } = port
  if (!track) return port
  let isReported = false
  return {
    ...port,
    track: async (...asked) => {
      const outcome = await track(...asked)
      if (outcome.kind === 'refused' && !isReported) {
        isReported = true
        log.error({ carrier }, 'the carrier refuses the key of its tracking interface: nothing is tracked')
      }
      return outcome
    },
  }
}
