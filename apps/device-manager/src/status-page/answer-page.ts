import type http from 'node:http'
import type { PageActions } from './page-actions.ts'
import { changeFrom } from './page-changes.ts'
import type { PageSessions } from './page-sessions.ts'
import { lockedView, logView, openedView } from './page-view.ts'
import { serverView } from './server-view.ts'
import { STATUS_SCRIPT } from './status-script.ts'
import { STAMP, STATUS_STYLE } from './status-style.ts'
import { LANGUAGES, type Language } from './status-texts.ts'
import { statusView } from './status-view.ts'

export interface Guard {
  sessions: PageSessions
  isGoodLink: (text: string) => boolean
}

export interface PageAnswer {
  status: number
  type: 'text/html' | 'text/css' | 'text/javascript' | 'text/plain' | 'image/svg+xml' | 'application/json'
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

/** Answers one request. Without a session it reveals nothing; a change also needs the token of the session. */
export async function answerPage(
  request: http.IncomingMessage,
  { port, page, guard }: { port: number; page: PageActions; guard: Guard | undefined },
): Promise<PageAnswer> {
  // a foreign name that resolves to this machine is an attack by a web page (DNS rebinding)
  const host = request.headersDistinct['host']?.join()
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return answer(421, 'text/plain', 'Not here.')
  const own = `http://${host}`
  if (isForeign(request, own)) return answer(403, 'text/plain', 'Not for other pages.')
  const url = URL.parse(request.url!, own)
  const language = languageOf(url, request)
  const change = request.method === 'POST' ? changeFrom(url?.pathname) : undefined
  if (change) {
    const token = request.headersDistinct['x-postroom-page']?.join()
    if (request.headers.origin !== own || !guard?.sessions.mayChange(request.headers.cookie, token))
      return answer(403, 'text/plain', 'Not without a session.')
    const { status, words } = await change(request, page, language)
    return answer(status, 'application/json', JSON.stringify({ words }))
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, 'text/plain', 'Only to look at.')
  const file = FILES[url?.pathname ?? '']
  if (file) return file
  if (url?.pathname === '/open' && request.method === 'GET' && guard?.isGoodLink(url.searchParams.get('key') ?? '')) {
    const { cookie, token } = guard.sessions.begin()
    return { ...answer(200, 'text/html', openedView(token, language)), cookie }
  }
  if (!guard?.sessions.has(request.headers.cookie)) return answer(401, 'text/html', lockedView(language))
  return pageFor(url?.pathname, language, page)
}

function pageFor(path: string | undefined, language: Language, page: PageActions): PageAnswer {
  const status = page.status()
  if (path === '/' && status.server !== undefined) return answer(200, 'text/html', statusView(status, language))
  const canChoose = !status.isPaired && !status.isManaged
  if (path === '/' || (path === '/server' && canChoose)) return answer(200, 'text/html', serverView(status, language))
  if (path === '/log' && status.isPaired) return answer(200, 'text/html', logView(page.log(), language))
  return answer(404, 'text/plain', 'Not found.')
}

/** Other pages may link here and do nothing else. */
function isForeign({ headers }: http.IncomingMessage, own: string): boolean {
  const site = headers['sec-fetch-site'] ?? 'none'
  const isElsewhere = site !== 'none' && site !== 'same-origin' && headers['sec-fetch-mode'] !== 'navigate'
  return isElsewhere || (headers.origin !== undefined && headers.origin !== own)
}

function languageOf(url: URL | null, request: http.IncomingMessage): Language {
  const asked = LANGUAGES.find((language) => language === url?.searchParams.get('language'))
  return asked ?? (request.headers['accept-language']?.startsWith('fr') ? 'fr' : 'en')
}
