import type { AuthUser } from '@postroom/contract/auth'
import type { AnswerOf } from '@postroom/contract/endpoint'
import type { ErrorBody } from '@postroom/contract/errors'
import type { Passkey, preparePasskey } from '@postroom/contract/passkey'
import type { Assertion } from '@postroom/contract/webauthn'
import type { LightMyRequestResponse } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { DEMO_PASSWORD } from '../demo/seed-organisation.ts'
import type { Circumstances, SoftwareAuthenticator } from './software-authenticator.ts'
import { testApp, tokenRequest } from './test-app.ts'

export const PATH = '/identity/v1/user/passkey'
export const WITH_PASSWORD = { current_password: DEMO_PASSWORD }

export type PasskeyScene = Awaited<ReturnType<typeof passkeyScene>>

/** The server at an address that may have passkeys, with a clock. */
export async function passkeyScene() {
  const clock = { now: new Date('2026-11-20T09:00:00Z') }
  const server = await testApp({ now: () => clock.now })
  server.context.settings.publicUrl = 'http://localhost:8080'

  const prepare = (user: AuthUser, proof: object = WITH_PASSWORD) => server.as(user, 'POST', `${PATH}/options`, proof)
  const add = async (user: AuthUser, key: SoftwareAuthenticator, changes: Partial<Circumstances> = {}) => {
    const options = (await prepare(user)).json<AnswerOf<typeof preparePasskey>>()
    return server.as(user, 'POST', PATH, { name: 'Key', credential: key.create(options, changes) })
  }
  const post = (path: string, payload?: object, remoteAddress = '192.0.2.1') =>
    server.app.inject({ method: 'POST', url: `/api${path}`, remoteAddress, ...(payload && { payload }) })
  const begin = async () => (await post('/auth/v1/passkey')).json<{ challenge: string }>().challenge
  const finish = async (assertion: Assertion, address?: string) =>
    outcomeOf(await post('/auth/v1/token/passkey', assertion, address))
  return {
    server,
    prepare,
    add,
    /** Adds a passkey. @returns it */
    added: async (user: AuthUser, key: SoftwareAuthenticator): Promise<Passkey> => {
      const answer = await add(user, key)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<Passkey>()
    },
    begin,
    finish,
    /** Signs in with a passkey, from the first call to the last. */
    signIn: async (key: SoftwareAuthenticator, changes: Partial<Circumstances> = {}) =>
      finish(key.get(await begin(), changes)),
    withPassword: (fields: Record<string, string> = {}) => server.app.inject(tokenRequest(fields)),
    /** @returns a code of the app that is good now, and recovery codes */
    turnTwoFactorOn: async (user: AuthUser) => {
      const path = '/identity/v1/user/twoFactor'
      const { secret } = (await server.as(user, 'POST', path, WITH_PASSWORD)).json<{ secret: string }>()
      const app = new TOTP({ secret: Secret.fromBase32(secret) })
      const codeAt = (seconds: number) => app.generate({ timestamp: clock.now.getTime() + seconds * 1000 })
      const confirmed = await server.as(user, 'POST', `${path}/confirm`, { otp: codeAt(0) })
      return { code: codeAt(30), ...confirmed.json<{ recovery_codes: string[] }>() }
    },
    events: async () =>
      (await server.context.db.selectFrom('audit_event').select('event').orderBy('seq').execute()).map(
        ({ event }) => event,
      ),
    after: (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1000)),
    close: () => server.close(),
  }
}

/** What came of a sign-in. */
export const outcomeOf = (answer: LightMyRequestResponse): string =>
  answer.statusCode === 200 ? 'signed in' : answer.json<ErrorBody>().code
