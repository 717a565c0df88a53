import { deleteDraft, saveDraft } from '@postroom/contract/draft'
import { beforeEach, expect, it, vi } from 'vitest'
import { beforeSignOut } from '../session/before-sign-out.ts'
import { endSession, saveSession } from '../session/session-store.ts'
import { USER } from '../testing/a-user.ts'
import { Refusal, server, UNREACHABLE } from '../testing/fake-server.ts'
import { pass } from '../testing/moved-clock.ts'
import { draftSaver, type DraftContent } from './draft-saver.ts'

const ID = '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a0d'
const typed = (label: string): DraftContent => ({ label, values: { name: label } })
let isDown: boolean | 'refusing'
let saved: { body: { form: string; label: string; values: unknown }; params: { draft: string } }[]
let deleted: { params: { draft: string } }[]
const labels = () => saved.map(({ body }) => body.label)

beforeEach(() => {
  vi.useFakeTimers()
  saveSession(USER)
  beforeSignOut.clear()
  isDown = false
  const answer = <Answer,>(right: Answer) =>
    isDown === 'refusing' ? new Refusal('invalid_request') : isDown ? UNREACHABLE : right
  saved = server.on(saveDraft, ({ params }) => answer({ id: params.draft, saved_at: new Date().toISOString() }))
  deleted = server.on(deleteDraft, ({ params }) => answer({ id: params.draft }))
})

it('saves the last text under its form and id, 0.8 seconds after typing pauses', async () => {
  const { keep } = draftSaver('shipping', ID)
  for (const label of ['M', 'Ma', 'Mar']) {
    keep(typed(label))
    await pass(0.7)
  }
  expect(saved).toEqual([])
  await pass(0.2)
  expect(saved.map(({ params, body }) => [params.draft, body])).toEqual([[ID, { form: 'shipping', ...typed('Mar') }]])
  keep(typed('Mar'))
  await pass(10)
  expect(saved).toHaveLength(1)
})

it('a draft is deleted at once when nothing is worth keeping, and saves nothing that was never typed', async () => {
  const { keep, flush } = draftSaver('shipping', ID)
  keep(undefined)
  await flush()
  expect([saved, deleted]).toEqual([[], []])
  keep(typed('Mar'))
  await pass(1)
  keep(undefined)
  await pass(0)
  expect(deleted.map(({ params }) => params.draft)).toEqual([ID])
  keep(typed('Ida'))
  await pass(1)
  expect(labels()).toEqual(['Mar', 'Ida'])
})

it('the same text again does not postpone its save', async () => {
  const { keep } = draftSaver('shipping', ID)
  keep(typed('Mar'))
  await pass(0.5)
  keep(typed('Mar'))
  await pass(0.4)
  expect(labels()).toEqual(['Mar'])
})

it('a text that is typed and taken back is not sent', async () => {
  const { keep } = draftSaver('shipping', ID, typed('Mar'))
  keep(typed('Mary'))
  keep(typed('Mar'))
  await pass(10)
  expect(saved).toEqual([])
})

it('a flush saves at once, and only once', async () => {
  const { keep, flush } = draftSaver('shipping', ID)
  keep(typed('Mar'))
  const first = flush()
  await Promise.all([first, flush()])
  expect(labels()).toEqual(['Mar'])
  await pass(10)
  expect(saved).toHaveLength(1)
})

it('sends one request at a time, then what was typed meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  saved = server.on(saveDraft, async ({ params }) => {
    await promise
    return { id: params.draft, saved_at: new Date().toISOString() }
  })
  const { keep, flush } = draftSaver('shipping', ID)
  keep(typed('Mar'))
  const first = flush()
  await pass(0)
  keep(typed('Mary'))
  const second = flush()
  await pass(5)
  expect(labels()).toEqual(['Mar'])
  resolve()
  await Promise.all([first, second])
  expect(labels()).toEqual(['Mar', 'Mary'])
})

it('saves what was typed while a request was under way when typing pauses', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  saved = server.on(saveDraft, async ({ params }) => {
    await promise
    return { id: params.draft, saved_at: new Date().toISOString() }
  })
  const { keep } = draftSaver('shipping', ID)
  keep(typed('Mar'))
  await pass(1)
  keep(typed('Mary'))
  resolve()
  await pass(0)
  expect(labels()).toEqual(['Mar'])
  await pass(1)
  expect(labels()).toEqual(['Mar', 'Mary'])
})

it('repeats a failed save after 2 seconds, then twice as long each time, up to a minute', async () => {
  isDown = true
  const { keep } = draftSaver('shipping', ID)
  keep(typed('Mar'))
  await pass(0.8)
  let expected = 1
  for (const waitS of [2, 4, 8, 16, 32, 60, 60]) {
    await pass(waitS * 0.9)
    expect(saved).toHaveLength(expected)
    await pass(waitS * 0.1 + 0.1)
    expect(saved).toHaveLength((expected += 1))
  }
  isDown = false
  await pass(60)
  isDown = true
  keep(typed('Mary'))
  await pass(1)
  expected = saved.length
  // the waits begin anew after a success
  await pass(2)
  expect(saved).toHaveLength(expected + 1)
})

it('does not repeat a draft that the server refuses, and saves the next one', async () => {
  isDown = 'refusing'
  const { keep } = draftSaver('shipping', ID)
  keep(typed('Mar'))
  await pass(200)
  expect(saved).toHaveLength(1)
  isDown = false
  keep(typed('Mary'))
  await pass(1)
  expect(labels()).toEqual(['Mar', 'Mary'])
})

it.each([
  ['small', 1_000, true],
  ['as large as the browser finishes after the page is closed', 59_999, true],
  ['larger than that', 60_000, false],
])('a draft that is %s outlives the page: %s characters', async (_what, length, keepalive) => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const { keep, flush } = draftSaver('shipping', ID)
  keep({ label: '', values: 'x'.repeat(length - '{"label":"","values":""}'.length) })
  await flush()
  expect(asked.mock.calls.map(([, options]) => options?.keepalive)).toEqual([keepalive])
})

it('its deletion outlives the page', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const { keep } = draftSaver('shipping', ID, typed('Mar'))
  keep(undefined)
  await pass(0)
  expect(deleted).toHaveLength(1)
  expect(asked.mock.calls.map(([, options]) => options?.keepalive)).toEqual([true])
})

it('has what is not saved yet saved before the user signs out, and nothing afterwards', async () => {
  const { keep } = draftSaver('shipping', ID)
  expect(beforeSignOut.size).toBe(0)
  keep(typed('Mar'))
  expect(beforeSignOut.size).toBe(1)
  await Promise.all([...beforeSignOut].map((finish) => finish()))
  expect(labels()).toEqual(['Mar'])
  expect(beforeSignOut.size).toBe(0)
})

it.each([
  ['somebody else is signed in', () => saveSession({ ...USER, id: '0b6f2f0a-6a0e-4f5c-9f57-3d3f6e0c1a01' })],
  ['nobody is', () => endSession('/login')],
])('sends nothing of a user while %s', async (_when, change) => {
  const { keep } = draftSaver('shipping', ID)
  keep(typed('Mar'))
  change()
  await pass(10)
  expect(saved).toEqual([])
  expect(beforeSignOut.size).toBe(0)
})
