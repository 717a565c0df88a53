import type { Hub } from '@postroom/contract/hub'
import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { describe, expect, it } from 'vitest'
import { hubOfKind, keepChoice, keptChoices, lostChoices, mainHub, type Choices } from './hub-choice.ts'

const hub = (id: string, connected: boolean) => ({ id, connected }) as Hub
const hubs = [hub('a', false), hub('b', true), hub('c', false)]

describe('the device manager of a browser', () => {
  it.each<[string, readonly Hub[], Choices, string | undefined]>([
    ['is the chosen one, even while it is disconnected', hubs, { main: 'a' }, 'a'],
    ['is a connected one if none is chosen', hubs, {}, 'b'],
    ['is a connected one if the chosen one is not paired', hubs, { main: 'x' }, 'b'],
    ['is the first if none is connected', [hub('a', false), hub('c', false)], {}, 'a'],
    ['is undefined if none is paired', [], { main: 'a' }, undefined],
  ])('%s', (_case, list, choices, id) => expect(mainHub(list, choices)?.id).toBe(id))
})

describe('prints each kind', () => {
  it.each<[string, Choices, string]>([
    ['at the main one by default', { main: 'b' }, 'b b b'],
    ['at the one chosen for it; the others at the main one', { main: 'b', form: 'c' }, 'b b c'],
    ['at the one chosen for it, even while disconnected', { main: 'b', form: 'a' }, 'b b a'],
    ['at a different one for each kind', { main: 'b', mailing: 'a', shipping: 'c', form: 'a' }, 'a c a'],
    ['at the main one if the one chosen for it is no longer paired', { main: 'a', form: 'x' }, 'a a a'],
    ['at the one chosen for it if the main one is no longer paired', { main: 'x', form: 'c' }, 'b b c'],
  ])('%s', (_case, choices, ids) =>
    expect(PRINTER_KINDS.map((kind) => hubOfKind(hubs, choices, kind)?.id).join(' ')).toBe(ids),
  )
})

it('lists choices that are no longer paired', () => {
  expect(lostChoices(hubs, { main: 'a', mailing: 'x', form: 'c' })).toEqual(['mailing'])
  expect(lostChoices(hubs, { main: 'x', form: 'x' })).toEqual(['main', 'form'])
  expect(lostChoices(hubs, {})).toEqual([])
})

it('stores and removes each choice independently', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  expect(keptChoices(storage)).toEqual({})
  keepChoice(storage, 'main', 'a')
  keepChoice(storage, 'form', 'b')
  expect(keptChoices(storage)).toEqual({ main: 'a', form: 'b' })
  keepChoice(storage, 'form')
  expect(keptChoices(storage)).toEqual({ main: 'a' })
})
