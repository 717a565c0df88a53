import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { LANGUAGES, type Language } from './status-texts.ts'
import { logView } from './page-view.ts'
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

/** How the device is, for the person at this machine. It can only be looked at: nothing here changes anything. A taken port is no reason not to print: then the page is on a free one. */
export async function serveStatusPage(port: number, shown: Shown): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    const [code, type, body] = answerTo(request, (server.address() as AddressInfo).port, shown)
    response.writeHead(code, { ...HEADERS, 'content-type': `${type}; charset=utf-8` })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  await listen(server, port).catch(() => listen(server, 0))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: http.Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

type PageAnswer = [
  status: number,
  type: 'text/html' | 'text/css' | 'text/javascript' | 'text/plain' | 'image/svg+xml',
  body: string,
]

const FILES: Partial<Record<string, PageAnswer>> = {
  '/status.css': [200, 'text/css', STATUS_STYLE],
  '/status.js': [200, 'text/javascript', STATUS_SCRIPT],
  '/stamp.svg': [200, 'image/svg+xml', STAMP],
}

function answerTo(request: http.IncomingMessage, port: number, shown: Shown): PageAnswer {
  // a foreign name that leads to this machine is an attack from some web page (DNS rebinding)
  const host = request.headersDistinct['host']?.join()
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return [421, 'text/plain', 'Not here.']
  if (isForeign(request, `http://${host}`)) return [403, 'text/plain', 'Not for other pages.']
  if (request.method !== 'GET' && request.method !== 'HEAD') return [405, 'text/plain', 'Only to look at.']
  const address = request.url ?? ''
  const url = URL.canParse(address, `http://${host}`) ? new URL(address, `http://${host}`) : undefined
  const status = shown.status()
  if (url?.pathname === '/') return [200, 'text/html', statusView(status, languageOf(url, request))]
  if (url?.pathname === '/log' && status.isPaired)
    return [200, 'text/html', logView(shown.log(), languageOf(url, request))]
  return FILES[url?.pathname ?? ''] ?? [404, 'text/plain', 'Not found.']
}

/** Other pages may lead here, as a link does, and nothing else. */
function isForeign({ headers }: http.IncomingMessage, own: string): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  const isElsewhere = site !== 'none' && site !== 'same-origin' && headers['sec-fetch-mode'] !== 'navigate'
  return isElsewhere || (headers.origin !== undefined && headers.origin !== own)
}

function languageOf(url: URL, request: http.IncomingMessage): Language {
  const asked = LANGUAGES.find((language) => language === url.searchParams.get('language'))
  return asked ?? (request.headers['accept-language']?.startsWith('fr') ? 'fr' : 'en')
}
