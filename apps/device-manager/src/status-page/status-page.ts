import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { reportBug } from '../device-refusal.ts'
import type { PageActions } from './page-actions.ts'
import { answerPage, type Guard, type PageAnswer } from './answer-page.ts'
import { linkChecker, readPageKey, writePageKey } from './page-key.ts'
import { pageSessions } from './page-sessions.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** How many ports above the configured one are tried. */
const FURTHER_PORTS = 100

/**
 * Serves the status page to the user who runs the program: no other user of the machine gets a link. When its port is taken it uses the next free one, also at later starts.
 * @param folder keeps the key of the page and its port
 */
export async function serveStatusPage(
  { port: wanted, folder }: { port: number; folder: string },
  page: PageActions,
): Promise<{ url: string; close(): void }> {
  let guard: Guard | undefined
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    respond(request, response, () => answerPage(request, { port, page, guard })).catch(() => response.destroy())
  })
  await listen(server, portsToTry(wanted, folder))
  const { port } = server.address() as AddressInfo
  const { key } = writePageKey(folder, { wanted, port })
  guard = { sessions: pageSessions(port), isGoodLink: linkChecker(key) }
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function respond(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  answer: () => Promise<PageAnswer>,
): Promise<void> {
  const { status, type, body, cookie } = await answer().catch((error: unknown): PageAnswer => {
    reportBug(error)
    return { status: 500, type: 'text/plain', body: 'An unexpected error.' }
  })
  response.writeHead(status, {
    ...HEADERS,
    'content-type': `${type}; charset=utf-8`,
    ...(cookie && { 'set-cookie': cookie }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** First the port of the last start, as long as the settings ask for the same; 0 asks for any. */
function portsToTry(wanted: number, folder: string): number[] {
  if (wanted === 0) return [0]
  const last = readPageKey(folder)
  const inOrder = Array.from({ length: FURTHER_PORTS + 1 }, (_, further) => wanted + further)
  return [...(last?.wanted === wanted ? [last.port] : []), ...inOrder.filter((port) => port <= 65_535)]
}

/** @throws Error of the last one when none of them is free */
async function listen(server: http.Server, [port, ...others]: readonly number[]): Promise<void> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (others.length === 0) throw error
    await listen(server, others)
  }
}
