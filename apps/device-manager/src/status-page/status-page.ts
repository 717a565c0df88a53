import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { LANGUAGES, type Language } from './status-texts.ts'
import { STATUS_SCRIPT, STATUS_STYLE, statusView, type DeviceStatus } from './status-view.ts'

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** How the device is, for the person at this machine. It can only be looked at: nothing here changes anything. A taken port is no reason not to print: then the page is on a free one. */
export async function serveStatusPage(
  port: number,
  status: () => DeviceStatus,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer((request, response) => {
    const [code, type, body] = answerTo(request, (server.address() as AddressInfo).port, status)
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

type PageAnswer = [status: number, type: 'text/html' | 'text/css' | 'text/javascript' | 'text/plain', body: string]

function answerTo(request: http.IncomingMessage, port: number, status: () => DeviceStatus): PageAnswer {
  // a foreign name that leads to this machine is an attack from some web page (DNS rebinding)
  const { host } = request.headers
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return [421, 'text/plain', 'Not here.']
  if (request.method !== 'GET' && request.method !== 'HEAD') return [405, 'text/plain', 'Only to look at.']
  const url = URL.canParse(request.url ?? '', `http://${host}`)
    ? new URL(request.url ?? '', `http://${host}`)
    : undefined
  if (url?.pathname === '/status.css') return [200, 'text/css', STATUS_STYLE]
  if (url?.pathname === '/status.js') return [200, 'text/javascript', STATUS_SCRIPT]
  if (url?.pathname !== '/') return [404, 'text/plain', 'Not found.']
  return [200, 'text/html', statusView(status(), languageOf(url, request))]
}

function languageOf(url: URL, request: http.IncomingMessage): Language {
  const asked = LANGUAGES.find((language) => language === url.searchParams.get('language'))
  return asked ?? (request.headers['accept-language']?.startsWith('fr') ? 'fr' : 'en')
}
