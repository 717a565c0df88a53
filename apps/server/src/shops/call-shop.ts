import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as z from 'zod'
import { callHost, HostFailure, type HostAnswer } from '../named-hosts/call-host.ts'
import { ShopFailure } from './shop-port.ts'

/** Where a shop is, and how calls to it are signed. */
export interface ShopAddress {
  /** Without a slash at its end. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Whether http and addresses that are not public are allowed: for stubs, and shops in the same network. */
  isPrivateAllowed: boolean
}

interface Call<Answer> {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Readonly<Record<string, string>>
  body?: object
  answer: z.ZodType<Answer>
}

const BODY_MAX = 10 * 1024 * 1024
const ANSWER_WITHIN_MS = 15_000
/** A shop that answers 429 has not acted; it is asked again so often, and waited for so long. */
const ATTEMPTS = 6
const WAIT_MAX_MS = 10_000
const WAIT_MS = 1_000
const TOO_MANY = 429

/**
 * One call to a shop.
 *
 * @throws ShopFailure; after `unreachable` the call may have been carried out
 */
export async function callShop<Answer>(
  shop: ShopAddress,
  call: Call<Answer>,
): Promise<{ answer: Answer; headers: IncomingHttpHeaders }> {
  const { status, headers, body } = await sendPatiently(shop, call)
  if (status === 401 || status === 403) throw new ShopFailure('refused')
  if (status === 404) throw new ShopFailure('not_found')
  if (status >= 500 || status === 408) throw new ShopFailure('unreachable')
  if (status >= 300) throw new ShopFailure('not_understood')
  const parsed = call.answer.safeParse(jsonOf(body))
  if (!parsed.success) throw new ShopFailure('not_understood')
  return { answer: parsed.data, headers }
}

async function sendPatiently(shop: ShopAddress, call: Call<unknown>): Promise<HostAnswer> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const received = await send(shop, call)
    if (received.status !== TOO_MANY) return received
    const seconds = Number(received.headers['retry-after'])
    const waitMs = seconds > 0 ? seconds * 1000 : WAIT_MS
    if (waitMs > WAIT_MAX_MS) break
    await sleep(waitMs)
  }
  throw new ShopFailure('busy')
}

/** @throws ShopFailure `address_refused` without sending anything, `unreachable`, `not_understood` when the answer is too long */
async function send(shop: ShopAddress, { method = 'GET', path, query, body }: Call<unknown>): Promise<HostAnswer> {
  try {
    const answer = await callHost({
      url: new URL(`${shop.url}${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`),
      method,
      headers: shop.headers,
      body: body && JSON.stringify(body),
      isPrivateAllowed: shop.isPrivateAllowed,
      withinMs: ANSWER_WITHIN_MS,
      mostBytes: BODY_MAX,
    })
    if (answer.isWhole) return answer
  } catch (error) {
    if (error instanceof HostFailure) throw new ShopFailure(error.trouble)
    throw error
  }
  throw new ShopFailure('not_understood')
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
