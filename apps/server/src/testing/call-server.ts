import { setTimeout as sleep } from 'node:timers/promises'

/** What a server answers. */
export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

/** Calls the API of any server with one authorization; paths are below `/api`. */
export type Ask = <T = { code?: string }>(
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer<T>>

export const callsWith =
  (authorization: string): Ask =>
  async (url, method, path, body, more = {}) => {
    const headers = { authorization, ...more, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    // the error page of a proxy is HTML
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : undefined }
  }

/** Of a busy process, or of a proxy that takes one for dead. */
const NOT_FINAL = [202, 502, 503, 504]

/**
 * Asks again until the answer is final, as the web app does. A proxy may also close an idle connection at the moment in which
 * it is used again.
 */
export async function finalOf<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask().catch(unlessClosed)
    if (answer && !NOT_FINAL.includes(answer.status)) return answer
    await sleep(250)
  }
}

function unlessClosed(error: unknown): undefined {
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  if (cause?.code !== 'UND_ERR_SOCKET') throw error
}

/** The code of a refusal, or the status of any other answer. */
export const codeOf = ({ status, body }: Answer<{ code?: string }>): string | number => body.code ?? status

/** How often each value occurs. */
export const tally = <T extends string | number>(values: readonly T[]): Partial<Record<T, number>> =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [value, values.filter((other) => other === value).length]),
  ) as Partial<Record<T, number>>

/** A call without authorization, as a form: the token calls. */
export async function postForm<T>(url: string, path: string, fields: Record<string, string>): Promise<Answer<T>> {
  const answer = await fetch(`${url}/api${path}`, { method: 'POST', body: new URLSearchParams(fields) })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T }
}
