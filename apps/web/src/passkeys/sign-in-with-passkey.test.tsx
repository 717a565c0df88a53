import { beginPasskeySignIn } from '@postroom/contract/passkey'
import { waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakePasskeys, withoutPasskeys } from '../testing/fake-passkeys.ts'
import { server, UNREACHABLE } from '../testing/fake-server.ts'
import { pass, useMovedClock } from '../testing/moved-clock.ts'
import { askForPasskey, passkeyFromAutofill } from './sign-in-with-passkey.ts'

/** Challenges of 32 bytes, in turn. */
const challenge = (n: number) => btoa(`challenge ${n}`.padEnd(32)).replace('=', '')
let begun: unknown[]
beforeEach(() => {
  begun = server.on(beginPasskeySignIn, () => ({ challenge: challenge(begun.length) }))
  document.body.innerHTML = '<input autocomplete="username webauthn" />'
})
afterEach(() => {
  document.body.innerHTML = ''
  withoutPasskeys()
})

describe('the dialog of the browser', () => {
  it('signs a new challenge, or the one that is given', async () => {
    const { asked } = fakePasskeys()
    expect(await askForPasskey()).toMatchObject({ id: 'a-passkey' })
    await askForPasskey(challenge(7))
    expect(asked).toHaveLength(2)
    expect([asked.map(({ inList }) => inList), begun.length]).toEqual([[false, false], 1])
    expect(asked.map((each) => each.challenge.trim())).toEqual(['challenge 1', 'challenge 7'])
  })
})

describe('the list under the username', () => {
  it('gives the passkey that is chosen', async () => {
    const { asked, choose } = fakePasskeys({ hasList: true })
    const chosen = passkeyFromAutofill(new AbortController().signal)
    await waitFor(() => expect(asked).toMatchObject([{ inList: true }]))
    choose()
    expect(await chosen).toMatchObject({ id: 'a-passkey' })
  })

  it('is not asked where the browser has none', async () => {
    const { asked } = fakePasskeys()
    expect(await passkeyFromAutofill(new AbortController().signal)).toBeUndefined()
    expect([asked, begun]).toEqual([[], []])
  })

  it('has another challenge after four minutes, since each expires after five', async () => {
    useMovedClock()
    const { asked, choose } = fakePasskeys({ hasList: true })
    const chosen = passkeyFromAutofill(new AbortController().signal)
    await waitFor(() => expect(asked).toHaveLength(1))
    await pass(235)
    expect(asked).toHaveLength(1)
    await pass(10)
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked.map((each) => each.challenge.trim())).toEqual(['challenge 1', 'challenge 2'])
    choose()
    expect(await chosen).toMatchObject({ id: 'a-passkey' })
    await pass(600)
    expect(begun).toHaveLength(2)
  })

  it('ends when the page is left, and asks for no other challenge', async () => {
    useMovedClock()
    const { asked } = fakePasskeys({ hasList: true })
    const left = new AbortController()
    const chosen = passkeyFromAutofill(left.signal)
    await waitFor(() => expect(asked).toHaveLength(1))
    left.abort()
    expect(await chosen).toBeUndefined()
    await pass(600)
    expect([asked.length, begun.length]).toEqual([1, 1])
  })

  it('is not opened when the page is left before its challenge arrives', async () => {
    const left = new AbortController()
    const { asked } = fakePasskeys({ hasList: true })
    begun = server.on(beginPasskeySignIn, () => {
      left.abort()
      return { challenge: challenge(1) }
    })
    expect(await passkeyFromAutofill(left.signal)).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('is not asked at all when the page has been left', async () => {
    fakePasskeys({ hasList: true })
    expect(await passkeyFromAutofill(AbortSignal.abort())).toBeUndefined()
    expect(begun).toEqual([])
  })

  it('reports a server that does not answer', async () => {
    fakePasskeys({ hasList: true })
    server.on(beginPasskeySignIn, () => UNREACHABLE)
    await expect(passkeyFromAutofill(new AbortController().signal)).rejects.toThrow('could not be reached')
  })
})
