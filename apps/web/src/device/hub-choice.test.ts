import type { Hub } from '@postroom/contract/hub'
import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import { describe, expect, it } from 'vitest'
import { hubOfKind, keepChoice, keptChoices, lostChoices, mainHub, type Choices } from './hub-choice.ts'

const hub = (id: string, connected: boolean) => ({ id, connected }) as Hub
const hubs = [hub('a', false), hub('b', true), hub('c', false)]

describe('the device manager of a browser', () => {
  it.each<[string, readonly Hub[], Choices, string | undefined]>([
    ['is the chosen one, also while it is away', hubs, { main: 'a' }, 'a'],
    ['is one on the line when none is chosen', hubs, {}, 'b'],
    ['is one on the line when the chosen one is gone', hubs, { main: 'x' }, 'b'],
    ['is the first when none is on the line', [hub('a', false), hub('c', false)], {}, 'a'],
    ['is none without a hub', [], { main: 'a' }, undefined],
  ])('%s', (_case, list, choices, id) => expect(mainHub(list, choices)?.id).toBe(id))
})

describe('each kind is printed', () => {
  it.each<[string, Choices, string]>([
    ['where the browser prints, when nothing else is chosen', { main: 'b' }, 'b b b'],
    ['where it is chosen to be, the others are not', { main: 'b', form: 'c' }, 'b b c'],
    ['there also while that one is away', { main: 'b', form: 'a' }, 'b b a'],
    ['each at one of its own', { main: 'b', mailing: 'a', shipping: 'c', form: 'a' }, 'a c a'],
    ['where the browser prints, when the chosen one is not paired any more', { main: 'a', form: 'x' }, 'a a a'],
    ['where it is chosen to be, when the one of the browser is not paired any more', { main: 'x', form: 'c' }, 'b b c'],
  ])('%s', (_case, choices, ids) =>
    expect(PRINTER_KINDS.map((kind) => hubOfKind(hubs, choices, kind)?.id).join(' ')).toBe(ids),
  )
})

it('knows which of the chosen ones are not paired any more', () => {
  expect(lostChoices(hubs, { main: 'a', mailing: 'x', form: 'c' })).toEqual(['mailing'])
  expect(lostChoices(hubs, { main: 'x', form: 'x' })).toEqual(['main', 'form'])
  expect(lostChoices(hubs, {})).toEqual([])
})

it('keeps each choice by itself, and forgets it', () => {
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
