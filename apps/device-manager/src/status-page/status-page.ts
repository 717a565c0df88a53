import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { LANGUAGES, type Language } from './status-texts.ts'
import { linkChecker, readPageKey, writePageKey } from './page-key.ts'
import { pageSessions, type PageSessions } from './page-sessions.ts'
import { lockedView, logView, openedView } from './page-view.ts'
import { STATUS_SCRIPT } from './status-script.ts'
import { STAMP, STATUS_STYLE } from './status-style.ts'
import { statusView, type DeviceStatus } from './status-view.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

interface Shown {
  status: () => DeviceStatus
  log: () => readonly string[]
}

interface Guard {
  sessions: PageSessions
  isGoodLink: (text: string) => boolean
}

/** How many ports above the configured one are tried. */
const FURTHER_PORTS = 100

/**
 * Serves the status page to the user who runs the program: no other user of the machine gets a link. The page is read-only.
 * When its port is taken it uses the next free one, also at later starts.
 * @param folder keeps the key of the page and its port
 */
export async function serveStatusPage(
  { port: wanted, folder }: { port: number; folder: string },
  shown: Shown,
): Promise<{ url: string; close(): Promise<void> }> {
  let guard: Guard | undefined
  const server = http.createServer((request, response) => {
    const { status, type, body, cookie } = answerTo(request, (server.address() as AddressInfo).port, shown, guard)
    response.writeHead(status, {
      ...HEADERS,
      'content-type': `${type}; charset=utf-8`,
      ...(cookie && { 'set-cookie': cookie }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  await listen(server, portsToTry(wanted, folder))
  const { port } = server.address() as AddressInfo
  const { key } = writePageKey(folder, { wanted, port })
  guard = { sessions: pageSessions(port), isGoodLink: linkChecker(key) }
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
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

interface PageAnswer {
  status: number
  type: 'text/html' | 'text/css' | 'text/javascript' | 'text/plain' | 'image/svg+xml'
  body: string
  cookie?: string
}
const answer = (status: number, type: PageAnswer['type'], body: string): PageAnswer => ({ status, type, body })

/** The same in every installation, so they reveal nothing. */
const FILES: Partial<Record<string, PageAnswer>> = {
  '/status.css': answer(200, 'text/css', STATUS_STYLE),
  '/status.js': answer(200, 'text/javascript', STATUS_SCRIPT),
  '/stamp.svg': answer(200, 'image/svg+xml', STAMP),
}

function answerTo(request: http.IncomingMessage, port: number, shown: Shown, guard: Guard | undefined): PageAnswer {
  // a foreign name that resolves to this machine is an attack by a web page (DNS rebinding)
  const host = request.headersDistinct['host']?.join()
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return answer(421, 'text/plain', 'Not here.')
  if (isForeign(request, `http://${host}`)) return answer(403, 'text/plain', 'Not for other pages.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'text/plain', 'Only to look at.')
  const address = request.url ?? ''
  const url = URL.canParse(address, `http://${host}`) ? new URL(address, `http://${host}`) : undefined
  const file = FILES[url?.pathname ?? '']
  if (file) return file
  const language = languageOf(url, request)
  if (url?.pathname === '/open' && request.method === 'GET' && guard?.isGoodLink(url.searchParams.get('key') ?? ''))
    return { ...answer(200, 'text/html', openedView(language)), cookie: guard.sessions.begin() }
  if (!guard?.sessions.has(request.headers.cookie)) return answer(401, 'text/html', lockedView(language))
  return pageFor(url?.pathname, language, shown)
}

function pageFor(path: string | undefined, language: Language, shown: Shown): PageAnswer {
  const status = shown.status()
  if (path === '/') return answer(200, 'text/html', statusView(status, language))
  if (path === '/log' && status.isPaired) return answer(200, 'text/html', logView(shown.log(), language))
  return answer(404, 'text/plain', 'Not found.')
}

/** Other pages may link here and do nothing else. */
function isForeign({ headers }: http.IncomingMessage, own: string): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  const isElsewhere = site !== 'none' && site !== 'same-origin' && headers['sec-fetch-mode'] !== 'navigate'
  return isElsewhere || (headers.origin !== undefined && headers.origin !== own)
}

function languageOf(url: URL | undefined, request: http.IncomingMessage): Language {
  const asked = LANGUAGES.find((language) => language === url?.searchParams.get('language'))
  return asked ?? (request.headers['accept-language']?.startsWith('fr') ? 'fr' : 'en')
}
