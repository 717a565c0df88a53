import type http from 'node:http'
import * as z from 'zod'
import type { ServerRefused } from './device-status.ts'
import type { PageActions } from './page-actions.ts'
import { STATUS_TEXTS, type Language } from './status-texts.ts'

const BODY_MAX_BYTES = 2_048

/** What the page says about a change; without words it was made. */
interface ChangeAnswer {
  status: number
  words?: string
}
type Change = (request: http.IncomingMessage, page: PageActions, language: Language) => Promise<ChangeAnswer>

const pauseSchema = z.strictObject({ paused: z.enum(['true', 'false']) })
const serverSchema = z.strictObject({ server: z.string() })

/** What a user can change on the page. */
const CHANGES: Partial<Record<string, Change>> = {
  '/pause': async (request, page) => {
    const { data } = pauseSchema.safeParse(await jsonOf(request))
    if (!data) return { status: 400 }
    page.setPaused(data.paused === 'true')
    return { status: 200 }
  },
  '/server': async (request, page, language) => {
    const { data } = serverSchema.safeParse(await jsonOf(request))
    const refused = data ? await page.changeServer(data.server) : { code: 'invalid' as const }
    return refused ? { status: 422, words: refusalWords(refused, language) } : { status: 200 }
  },
}

export const changeFrom = (path = ''): Change | undefined => CHANGES[path]

function refusalWords(refused: ServerRefused, language: Language): string {
  const t = STATUS_TEXTS[language]
  return refused.code === 'no_server' ? t.problems[refused.problem] : t.serverRefused[refused.code]
}

/** Undefined when it is not JSON, or too long. A form of another page cannot send this type without asking first. */
async function jsonOf(request: http.IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') return undefined
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_MAX_BYTES) return undefined
    parts.push(part)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return undefined
  }
}
