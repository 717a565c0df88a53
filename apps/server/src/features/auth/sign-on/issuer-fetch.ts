import type { CustomFetch } from 'openid-client'
import { callHost, HostFailure, type HostAnswer } from '../../../named-hosts/call-host.ts'
import { IssuerFailure } from './issuer-failure.ts'

const ANSWER_MAX_BYTES = 256 * 1024
const ANSWER_WITHIN_MS = 10_000
/** Answers of these statuses have no body, and `Response` accepts none. */
const EMPTY = new Set([204, 205, 304])

/**
 * Calls an issuer at an address that a manager or the issuer named, under the rules for such hosts.
 *
 * @throws IssuerFailure
 */
export const issuerFetch =
  (isPrivateAllowed: boolean): CustomFetch =>
  async (address, { method, headers, body }) => {
    try {
      const answer = await callHost({
        url: new URL(address),
        method: method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        // the library passes forms only
        body: body instanceof URLSearchParams ? body.toString() : undefined,
        isPrivateAllowed,
        withinMs: ANSWER_WITHIN_MS,
        mostBytes: ANSWER_MAX_BYTES,
      })
      return responseOf(answer)
    } catch (error) {
      throw error instanceof HostFailure ? new IssuerFailure(error.trouble) : error
    }
  }

function responseOf({ status, headers, body, isWhole }: HostAnswer): Response {
  if (!isWhole || status < 200 || status > 599) throw new IssuerFailure('not_understood')
  const type = headers['content-type']
  return new Response(EMPTY.has(status) ? null : Uint8Array.from(body), {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  })
}
