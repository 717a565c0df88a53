import { foundAddressSchema, type FoundAddress, type LookupQuery } from '@postroom/contract/address-calls'
import * as z from 'zod'
import { readLimited } from '../read-limited.ts'
import { LookupFailed, type AddressLookup } from './address-lookup.ts'

const ANSWER_WITHIN_MS = 3_000
const SIZE_LIMIT_BYTES = 256 * 1024
const ROWS_LIMIT = 100

/** Names that a template may hold in braces. */
const PLACES = ['country', 'city', 'postal_code', 'state_province', 'id'] as const satisfies (keyof LookupQuery)[]

const answerSchema = z.object({ addresses: z.array(z.unknown()) })

/**
 * Calls one HTTP service. `template` is its address, with the query in braces:
 * `https://addresses.example/find?key=K&country={country}&postal_code={postal_code}&city={city}&id={id}`. The service
 * answers
 *
 * ```json
 * { "addresses": [{ "id": "1", "text": "17 Chalcot Road, London", "address1": "17 Chalcot Road", "address2": "",
 * "address3": "", "city": "London", "state_province": "", "postal_code": "NW1 8LH", "country": "GB" }] }
 * ```
 *
 * where `id` and `text` are strings, unknown fields may be left out, and a query with an `id` asks for that one
 * address. A service with another format needs a small proxy, or an adapter like this one. Only the place is sent, no
 * names; redirects are not followed; rows that do not fit our schema are dropped.
 */
export const httpLookup = (template: string, answerWithinMs = ANSWER_WITHIN_MS): AddressLookup => ({
  async find(query) {
    if (query.id === '' && query.postal_code === '' && query.city === '') return []
    return rowsOf(await ask(urlFor(template, query), answerWithinMs)).slice(0, ROWS_LIMIT)
  },
})

const urlFor = (template: string, query: LookupQuery): string =>
  PLACES.reduce((url, name) => url.replaceAll(`{${name}}`, () => encodeURIComponent(query[name])), template)

/** The text of an answer with status 200. The time limit covers the whole answer. */
async function ask(url: string, answerWithinMs: number): Promise<string> {
  try {
    const answer = await fetch(url, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(answerWithinMs),
    })
    if (answer.status !== 200) throw new LookupFailed('refused')
    const bytes = await readLimited(answer, SIZE_LIMIT_BYTES)
    if (!bytes) throw new LookupFailed('too_large')
    return bytes.toString('utf8')
  } catch (error) {
    throw error instanceof LookupFailed ? error : new LookupFailed('unreachable')
  }
}

function rowsOf(text: string): FoundAddress[] {
  const answer = answerSchema.safeParse(jsonOf(text))
  if (!answer.success) throw new LookupFailed('not_understood')
  return answer.data.addresses.flatMap((row) => foundAddressSchema.safeParse(row).data ?? [])
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new LookupFailed('not_understood')
  }
}
