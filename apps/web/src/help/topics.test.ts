import { expect, it, test } from 'vitest'
import { PAGES } from '../pages.ts'
import { topicsFound } from './help-queries.ts'
import { TEXTS as ENGLISH } from './texts/en-gb.ts'
import { TEXTS as FRENCH } from './texts/fr-fr.ts'
import { TOPIC_NAMES, TOPICS, topicNamed, topicOf } from './topics.ts'

test.each(TOPIC_NAMES)('%s is as long in French as in English, and short', (name) => {
  const [english, french] = [ENGLISH[name], FRENCH[name]]
  expect([french.steps.length, french.facts.length]).toEqual([english.steps.length, english.facts.length])
  expect(english.steps.length + english.facts.length).toBeLessThanOrEqual(10)
  expect(TOPICS[name].also).not.toContain(name)
})

it('French has a narrow space that does not break before its signs', () => {
  expect(JSON.stringify(FRENCH)).not.toMatch(/[^\u202F"\\][:?!;»](?=[\s"])(?!")/u)
})

it('no page has two topics', () => {
  const pages = TOPIC_NAMES.flatMap((name) => TOPICS[name].on)
  expect(new Set(pages).size).toBe(pages.length)
  expect(pages.every((page) => page in PAGES)).toBe(true)
})

test.each([
  ['printers', 'set_printer'],
  ['desk', 'send_parcel'],
  ['profile', undefined],
  [undefined, undefined],
] as const)('the topic of the page %s is %s', (page, topic) => expect(topicOf(page)).toBe(topic))

test.each([
  ['take_back', 'take_back'],
  ['toString', undefined],
  [null, undefined],
])('%s in an address names the topic %s', (name, topic) => expect(topicNamed(name)).toBe(topic))

test.each([
  [ENGLISH, 'ruler', ['set_printer']],
  [ENGLISH, 'jammed', ['print_again']],
  [ENGLISH, 'zebra', []],
  [FRENCH, 'etranger', ['abroad']],
] as const)('the search finds words of the whole text', (texts, typed, found) =>
  expect(topicsFound(texts, typed)).toEqual(found),
)

it('a topic whose title is meant comes before those that only mention it', () => {
  expect(topicsFound(ENGLISH, 'address book')[0]).toBe('address_book')
})
