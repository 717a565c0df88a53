import { afterAll, beforeAll, expect, it } from 'vitest'
import { IdentityProvider } from '../../../testing/sign-on/identity-provider.ts'
import { DOMAIN, signOnScene, throughProvider, type SignOnScene } from '../../../testing/sign-on/sign-on-scene.ts'

let scene: SignOnScene
beforeAll(async () => {
  scene = await signOnScene()
})
afterAll(() => scene.close())

it.each(['client_secret_basic', 'client_secret_post'] as const)(
  'people sign in at a provider that accepts only %s',
  async (method) => {
    const provider = await IdentityProvider.start(scene.server.context.settings.publicUrl, 'not-called', method)
    try {
      expect((await scene.save({ issuer: provider.url })).json()).toMatchObject({ result: 'ready' })
      provider.visitor = method
      provider.people.set(method, { email: `${method}@${DOMAIN}`, email_verified: true, name: 'Nia Kendall' })
      const { url, cookie } = await scene.begin()
      const answer = await scene.finish(await throughProvider(url), cookie)
      expect(answer.statusCode, answer.body).toBe(200)
    } finally {
      await provider.stop()
    }
  },
)
