import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { DOMAIN, signOnScene, type SignOnScene } from '../testing/sign-on/sign-on-scene.ts'
import { insertOrganisation } from '../features/identity/user.store.ts'
import { runCommand } from './commands.ts'

let scene: SignOnScene
beforeAll(async () => {
  scene = await signOnScene()
})
beforeEach(() => void vi.stubEnv('DATABASE_URL', scene.server.database.url))
afterAll(() => scene.close())

const run = (...words: string[]) => runCommand(['sign-on', ...words])
const eventsOf = async (organisation: string) => {
  const events = scene.server.context.db.selectFrom('audit_event').select(['event', 'user_id'])
  return events.where('organisation_id', '=', organisation).orderBy('seq').execute()
}

it('confirms a domain for one organisation, and says when it belongs to another', async () => {
  const { id: rival } = await insertOrganisation(scene.server.context.db, 'Rival Ltd')
  expect(await run('confirm', scene.organisation_id, 'Press.Example')).toEqual({
    text: 'Confirmed press.example.\n',
    exitCode: 0,
  })
  expect((await eventsOf(scene.organisation_id)).at(-1)).toEqual({ event: 'domain_confirmed', user_id: null })
  for (const domain of ['press.example', DOMAIN])
    expect(await run('confirm', rival, domain)).toEqual({
      text: `${domain} is confirmed for another organisation.\n`,
      exitCode: 1,
    })
  expect(await eventsOf(rival)).toEqual([])
  expect(await run('confirm', scene.organisation_id, 'no domain')).toMatchObject({ exitCode: 1 })
  expect(await run('confirm', crypto.randomUUID(), 'press.example')).toMatchObject({ exitCode: 1 })
})

it('turns passwords on again', async () => {
  expect(await run('passwords', scene.organisation_id)).toEqual({ text: 'Passwords were not off.\n', exitCode: 0 })
  await scene.server.context.db.updateTable('sign_on').set({ passwords: false }).execute()
  expect(await run('passwords', scene.organisation_id)).toEqual({ text: 'Passwords work again.\n', exitCode: 0 })
  expect((await eventsOf(scene.organisation_id)).at(-1)).toEqual({ event: 'passwords_on', user_id: null })
  expect((await scene.signIn('demo', 'demo-postroom')).statusCode).toBe(200)
})
