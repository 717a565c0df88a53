import type { Member } from '@postroom/contract/administration'
import { expect } from 'vitest'
import type { Mail } from '../../../mail/mailer.ts'
import { testApp, tokenRequest, type TestApp } from '../../../testing/test-app.ts'
import { insertOrganisation, insertUser } from '../../identity/user.store.ts'

export const USERS = '/identity/v1/organisation/user'
const PASSWORD = 'quiet-harbour-lantern-62'

export type Office = Awaited<ReturnType<typeof anOffice>>

/** A server with a signed-in manager, a settable clock, mail that can fail, a log, and a user of another organisation. */
export async function anOffice() {
  const world = { now: new Date(), isMailDown: false, mails: [] as Mail[], logged: [] as Record<string, unknown>[] }
  const send = async (mail: Mail) => {
    if (world.isMailDown) throw new Error('no mail today')
    world.mails.push(mail)
  }
  const logTo = { write: (line: string) => void world.logged.push(JSON.parse(line) as Record<string, unknown>) }
  const server = await testApp({ now: () => world.now, mailer: { send } }, { logLevel: 'warn', logTo })
  const manager = await server.signIn()
  const stranger = await aStranger(server)
  let count = 0
  const invitation = (change: object = {}) => ({
    username: `member-${++count}`,
    email: `member-${count}@example.com`,
    fullname: 'Mair Prosser',
    plan: 'full',
    roles: ['mailroom'],
    ...change,
  })
  const tokenOfLastMail = () => /#token=([\w-]+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? ''
  const setPassword = (token: string, password = PASSWORD) =>
    server.app.inject({ method: 'POST', url: '/api/identity/v1/user/reset', payload: { token, password } })
  const asManager = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    server.as(office.manager, method, path, body)
  const invited = async (change: object = {}) => (await asManager('POST', USERS, invitation(change))).json<Member>()
  const office = Object.assign(world, {
    server,
    manager,
    /** Their id. */
    stranger,
    asManager,
    invitation,
    invited,
    tokenOfLastMail,
    setPassword,
    signIn: (username: string, password = PASSWORD) => server.app.inject(tokenRequest({ username, password })),
    /** Sends the invitation again. */
    again: (id: string) => asManager('POST', `${USERS}/${id}/invitation`),
    /** A user who was invited and has set their password. */
    aMember: async (change: object = {}): Promise<Member> => {
      const member = await invited(change)
      expect((await setPassword(tokenOfLastMail())).statusCode).toBeLessThan(300)
      return member
    },
  })
  return office
}

async function aStranger({ context: { db } }: TestApp): Promise<string> {
  const { id: organisation_id } = await insertOrganisation(db, 'Another Ltd')
  const person = { email: 'stranger@example.com', fullname: 'A Stranger', password_hash: null, plan: 'full' } as const
  return (await insertUser(db, { ...person, organisation_id, username: 'stranger', permissions: [], roles: [] })).id
}
