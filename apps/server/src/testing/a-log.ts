import type { Log } from '../log.ts'

/** A log, and its entries. */
export function aLog() {
  const lines: [level: string, facts: object, message: string][] = []
  const at = (level: string) => (facts: object, message: string) => void lines.push([level, facts, message])
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error'), fatal: at('fatal') }
  return { log, lines }
}
