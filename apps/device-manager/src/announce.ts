import type { ConnectionState } from './connection/keep-connected.ts'
import { STATUS_TEXTS } from './status-page/status-texts.ts'

export const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Prints a new state of the connection at the terminal. */
export function announce(connection: ConnectionState): void {
  if (connection.state === 'pairing')
    say(`Not paired yet. Sign in to Postroom, open Printers and enter this code: ${connection.code}`)
  else if (connection.state === 'unreachable')
    say(`${STATUS_TEXTS.en.unreachable} ${STATUS_TEXTS.en.problems[connection.problem]}`)
  else if (connection.state === 'clock_wrong') say(STATUS_TEXTS.en.clockWrong)
  else if (connection.state === 'no_pubnub') say(STATUS_TEXTS.en.connectionStates.no_pubnub)
  else if (connection.state !== 'starting')
    say(
      connection.state === 'connected'
        ? `Connected as ${connection.alias} (${connection.organisation})`
        : 'Reconnecting.',
    )
}
