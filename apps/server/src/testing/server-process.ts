import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'

const MAIN = path.join(import.meta.dirname, '../main.ts')
/** Set, so that no test writes a key into the checkout. */
export const POSTROOM_SECRET_KEY = 'the secret key of a server in a test'

/** The real server in its own process, which a test may kill. */
export interface ServerProcess {
  url: string
  process: ChildProcess
  /** Waits for the process to end. @returns the signal that ended it, or its exit code */
  ended: Promise<NodeJS.Signals | number | null>
}

/** Starts the server on a free port with these settings and waits for its address. @throws Error with its output */
export function startServerProcess(settings: Record<string, string>): Promise<ServerProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<ServerProcess>()
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: '0',
      DEVICE_MANAGER: 'off',
      DEMO: 'empty',
      LOG_LEVEL: 'fatal',
      POSTROOM_SECRET_KEY,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<NodeJS.Signals | number | null>((end) =>
    child.once('exit', (code, signal) => end(signal ?? code)),
  )
  let said = ''
  const listen = (chunk: Buffer): void => {
    said += String(chunk)
    const url = /Postroom +(http\S+)/.exec(said)?.[1]
    if (url) resolve({ url, process: child, ended })
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  void ended.then((how) => reject(new Error(`The server ended (${how}) and printed: ${said}`)))
  return promise
}

/** Signs in as the demo user. @returns makes calls as that user, also after a restart of the server */
export async function signInDemo(
  url: string,
): Promise<(url: string, path: string, body?: object, method?: 'POST' | 'PUT') => Promise<Response>> {
  const form = { grant_type: 'password', client_id: 'postroom-web', username: 'demo', password: 'demo-postroom' }
  const answer = await fetch(`${url}/api/auth/v1/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { token } = (await answer.json()) as { token: string }
  const authorization = `Bearer ${token}`
  return (at, route, body, method = 'POST') =>
    fetch(`${at}/api${route}`, {
      ...(body && { method, body: JSON.stringify(body) }),
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    })
}
