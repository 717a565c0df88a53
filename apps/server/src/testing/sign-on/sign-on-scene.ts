import type { AuthUser } from '@postroom/contract/auth'
import type { SignOnSettings } from '@postroom/contract/sign-on'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { anOffice } from '../../features/administration/testing/an-office.ts'
import { confirmDomain } from '../../features/auth/sign-on/domain.store.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { CLIENT, IdentityProvider, type Person } from './identity-provider.ts'

export const SIGN_ON = '/identity/v1/organisation/sign-on'
export const DOMAIN = 'kendall.example'

export type SignOnScene = Awaited<ReturnType<typeof signOnScene>>

/** An office whose organisation signs on at a real identity provider, with a confirmed mail domain. */
export async function signOnScene() {
  const office = await anOffice()
  const { context, app } = office.server
  const provider = await IdentityProvider.start(context.settings.publicUrl, 'not-called')
  const { organisation_id } = await context.db
    .selectFrom('app_user')
    .select('organisation_id')
    .where('id', '=', office.manager.id)
    .executeTakeFirstOrThrow()
  const settings = (change: Partial<SignOnSettings> = {}) => ({
    ...CLIENT,
    issuer: provider.url,
    domains: [DOMAIN],
    plan: 'full',
    role: 'sender',
    groups_claim: 'groups',
    group_roles: [],
    passwords: true,
    ...change,
  })
  const save = (change: Partial<SignOnSettings> = {}) => office.asManager('PUT', SIGN_ON, settings(change))
  expect((await save()).json()).toMatchObject({ result: 'ready', reports_logout: true })
  expect(await inTransaction(context.db, (tx) => confirmDomain(tx, organisation_id, DOMAIN, new Date()))).toBe(true)

  const post = (path: string, payload: object, cookie?: string) =>
    app.inject({ method: 'POST', url: `/api/auth/v1/sign-on${path}`, payload, headers: cookie ? { cookie } : {} })
  const begin = async (at = DOMAIN, body: object = {}) => {
    const begun = await post('', { at, ...body })
    expect(begun.statusCode, begun.body).toBe(200)
    const [cookie] = begun.cookies
    return { url: begun.json<{ url: string }>().url, cookie: `${cookie!.name}=${cookie!.value}` }
  }
  const finish = (returned: object, cookie?: string) => post('/token', returned, cookie)
  /** Signs somebody in, from the first call to the last. */
  const signOn = async (subject: string, person?: Person): Promise<LightMyRequestResponse> => {
    provider.visitor = subject
    if (person) provider.people.set(subject, person)
    const { url, cookie } = await begin()
    return finish(await throughProvider(url), cookie)
  }
  return Object.assign(office, {
    provider,
    organisation_id,
    settings,
    save,
    begin,
    finish,
    signOn,
    signedOn: async (subject: string, person?: Person): Promise<AuthUser> => {
      const answer = await signOn(subject, person)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ user: AuthUser }>().user
    },
    report: async (logout_token: string) =>
      app.inject({
        method: 'POST',
        url: new URL((await office.asManager('GET', SIGN_ON)).json<{ logout_uri: string }>().logout_uri).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token }).toString(),
      }),
    close: async () => {
      await office.server.close()
      await provider.stop()
    },
  })
}

const STEPS_MAX = 10

/** Goes through the pages of the provider as a new browser does. @returns what it hands back */
export async function throughProvider(begun: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  for (let [step, address] = [0, begun]; step < STEPS_MAX; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`${answer.status} of the provider: ${(await answer.text()).slice(0, 300)}`)
    address = new URL(next, address).href
    if (new URL(address).pathname === '/login/sign-on') return Object.fromEntries(new URL(address).searchParams)
  }
  throw new Error('The provider never handed back')
}
