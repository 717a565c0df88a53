import type { beginSignOn as begin, findSignOn as find } from '@postroom/contract/sign-on'
import type { AnswerOf } from '@postroom/contract/endpoint'
import { BEGIN_SIGN_ON, FIND_SIGN_ON } from '../api/calls-without-schemas.ts'
import { send, textOf } from '../api/send.ts'

/** What follows the `@` of a mail address or username, if it may be a mail domain or the handle of an organisation. */
export const placeIn = (username: string): string | undefined =>
  /^[^@\s]+@([a-z0-9.-]{2,200})$/i.exec(username.trim())?.[1]?.toLowerCase()

/** How users of a mail domain or organisation sign in. @throws what `send` throws, and Error when the answer breaks the contract */
export async function findSignOn(at: string, signal: AbortSignal): Promise<AnswerOf<typeof find>> {
  const { bytes } = await send<typeof find>(FIND_SIGN_ON, { query: { at } }, { signal })
  const { organisation, passwords } = objectIn(bytes)
  if (typeof passwords !== 'boolean') throw new Error('findSignOn answered with something else')
  return { passwords, ...(typeof organisation === 'string' && { organisation }) }
}

/** Begins to sign in at an identity provider. @returns its page. @throws as `findSignOn` */
export async function beginSignOn(at: string, return_url: string): Promise<string> {
  const { bytes } = await send<typeof begin>(BEGIN_SIGN_ON, { body: { at, return_url } })
  const { url } = objectIn(bytes)
  // a page is opened there, so it must not be a script
  if (typeof url !== 'string' || !/^https?:/.test(url)) throw new Error('beginSignOn answered with something else')
  return url
}

const objectIn = (bytes: Uint8Array) => Object(JSON.parse(textOf(bytes))) as Record<string, unknown>
