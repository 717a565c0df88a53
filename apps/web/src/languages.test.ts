import { readdirSync, readFileSync } from 'node:fs'
import { DEVICE_ERRORS } from '@postroom/contract/device-messages'
import { ERRORS } from '@postroom/contract/errors'
import { FIELD_CODES } from '@postroom/contract/field-codes'
import { DELIVERY_AIMS } from '@postroom/domain/catalogue/delivery-aims'
import { EXPLANATION_CODES } from '@postroom/domain/rating/explanation'
import { PACKAGING_CODES } from '@postroom/domain/catalogue/packaging'
import { LIMITED_GOODS } from '@postroom/domain/customs/prohibited-goods'
import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { OPTION_CHOICES } from './item-form/service-choice.ts'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { addPenceFormat } from './i18n.ts'
import { PAGE_NAMES } from './pages.ts'

type Texts = { [key: string]: string | Texts }

const read = (language: string) =>
  JSON.parse(readFileSync(new URL(`../public/assets/languages/${language}.json`, import.meta.url), 'utf8')) as Texts
const texts = { 'en-gb': read('en-gb'), 'fr-fr': read('fr-fr') }

/** Every text with its dotted key. */
const flat = (tree: Texts, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  )
const holes = (text: string) => [...text.matchAll(/\{\{[^}]*\}\}|\$t\([^)]*\)/g)].map(([hole]) => hole).toSorted()
const PLURAL = /_(one|many|other)$/
const english = new Map(flat(texts['en-gb']))
const french = new Map(flat(texts['fr-fr']))

describe('the two languages', () => {
  it('have the same keys; only French has a plural for millions', () => {
    const frenchKeys = [...french.keys()].filter((key) => !key.endsWith('_many'))
    expect(frenchKeys.toSorted()).toEqual([...english.keys()].toSorted())
    const plurals = new Set([...english.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')))
    for (const key of plurals)
      expect(
        ['one', 'many', 'other'].filter((form) => !french.has(`${key}_${form}`)),
        key,
      ).toEqual([])
  })

  it('have the same placeholders', () => {
    for (const [key, text] of english) expect(holes(french.get(key) ?? ''), key).toEqual(holes(text))
  })

  it('have no empty text', () => {
    for (const [key, text] of [...english, ...french]) expect(text.trim(), key).not.toBe('')
  })
})

it('has a text for every key that the source names', () => {
  const folder = new URL('.', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!test)\.tsx?$/.test(name),
  )
  const named = sources.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key]) => key!),
  )
  expect(named.length).toBeGreaterThan(500)
  expect(named.filter((key) => !english.has(key) && !english.has(`${key}_other`))).toEqual([])
})

it('uses non-breaking spaces in French before ; : ! ? and symbols, and inside quotation marks', () => {
  const breakable = [...french].filter(([, text]) => /(?<!\u202f)[:;?!»]|(?<!\u00a0)[£€%]|«(?!\u202f)/.test(text))
  expect(breakable).toEqual([])
})

describe.each(['en-gb', 'fr-fr'] as const)('%s has exactly one text for each code', (language) => {
  it.each<[string, readonly string[]]>([
    ['backendError', Object.keys(ERRORS)],
    ['fieldError', FIELD_CODES],
    ['deviceError', Object.keys(DEVICE_ERRORS)],
    ['service', SERVICE_CODES],
    ['packaging', PACKAGING_CODES],
    ['delivery', DELIVERY_AIMS.map(({ code }) => code)],
    ['goods', LIMITED_GOODS.map(({ code }) => code)],
    ['explanation', EXPLANATION_CODES],
    ['page', PAGE_NAMES],
  ])('%s', (group, codes) =>
    expect(Object.keys(texts[language][group] ?? {}).toSorted()).toEqual([...codes].toSorted()),
  )
  it('shipping.option', () => {
    const { option = {} } = texts[language]['shipping'] as { option?: object }
    expect(Object.keys(option).toSorted()).toEqual(OPTION_CHOICES.toSorted())
  })
})

it.each([
  ['en-gb', 'postage', '1st Class, Small parcel, 0–2,000 g'],
  ['fr-fr', 'postage', '1st Class, Petit colis, 0–2\u202f000 g'],
  ['en-gb', 'compensation', 'Compensation up to £2,500'],
  ['en-gb', 'vat_included', 'VAT at 20% included: £2.39'],
  ['fr-fr', 'vat_included', 'TVA à 20\u00a0% comprise\u202f: 2,39\u00a0£'],
])('in %s the price line %s reads %s', async (language, code, text) => {
  const instance = i18next.createInstance()
  const resources = Object.fromEntries(Object.entries(texts).map(([lng, translation]) => [lng, { translation }]))
  await instance.init({ lng: language, lowerCaseLng: true, resources, interpolation: { escapeValue: false } })
  addPenceFormat(instance)
  const values = { service: '1', packaging: 'small_parcel', from_g: 0, to_g: 2000, compensation_gbp: 2500, vat: 239 }
  expect(instance.t(`explanation.${code}`, values)).toBe(text)
})
