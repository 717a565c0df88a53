import type { AnswerOf, CallOf, Endpoint } from '@postroom/contract/endpoint'
import { errorBodySchema, type ErrorCode } from '@postroom/contract/errors'

const TIMEOUT_MS = 10_000

/** The server answered with an error. */
export class ServerRefusal extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  constructor(status: number, code: string | undefined) {
    super(`The server refused: ${code ?? status}`)
    this.name = 'ServerRefusal'
    this.status = status
    this.code = code as ErrorCode | undefined
  }
}

/** One POST of the contract. @throws ServerRefusal, or any error when the server cannot be reached */
export async function callServer<E extends Endpoint>(
  server: string,
  endpoint: E,
  call: CallOf<E>,
): Promise<AnswerOf<E>> {
  const { params = {}, body } = call as { params?: Record<string, string>; body?: unknown }
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const answer = await fetch(`${server}/api${path}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const content: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw new ServerRefusal(answer.status, errorBodySchema.safeParse(content).data?.code)
  return endpoint.responses[200]?.parse(content) as AnswerOf<E>
}
