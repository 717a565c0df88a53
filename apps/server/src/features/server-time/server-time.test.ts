import { getServerTime } from '@postroom/contract/server-time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../testing/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

it('answers with the clock of the server, to every user', async () => {
  server.context.now = () => new Date('2026-11-23T09:30:00.250Z')
  const answer = await server.as(await server.signIn('lite'), 'GET', getServerTime.path)
  expect(getServerTime.responses[200].parse(answer.json())).toMatchObject({ now: '2026-11-23T09:30:00.250Z' })
})
