import { loadKoffi } from './koffi.ts'

/** The number of the Windows session of this process; undefined when Windows does not say. */
export function ownSession(): number | undefined {
  known ??= { session: readSession() }
  return known.session
}
let known: { session: number | undefined } | undefined

function readSession(): number | undefined {
  const sessionOf = loadKoffi()
    .load('kernel32.dll')
    .func('int ProcessIdToSessionId(uint32 process, _Out_ uint32 *session)')
  const session: number[] = [0]
  return sessionOf(process.pid, session) === 0 ? undefined : session[0]
}
