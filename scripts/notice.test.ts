import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { noticeText, shippedPackages } from './notice.ts'

const notice = fs.readFileSync(path.resolve(import.meta.dirname, '../NOTICE'), 'utf8')
/** Each allows use, change and sale without publishing the source of what holds it. */
const ALLOWED =
  /^(?:MIT|MIT\/X11|\(MIT OR Apache2\)|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|\(MIT OR CC0-1\.0\))$/

test('NOTICE is current: npm run notice writes it', () => expect(notice).toBe(noticeText()))

test('every package that ships has a licence that allows selling what holds it; PubNub has its own', () => {
  const packages = shippedPackages()
  expect(packages.length).toBeGreaterThan(100)
  const others = packages.filter(({ licence }) => !ALLOWED.test(licence))
  expect(others.map(({ name }) => name.split(' ')[0])).toEqual(['pubnub'])
})

test('no package that ships is under a GNU licence', () => {
  // Node.js names them for the scripts that built it
  const sections = notice.split(/^={78}\n(?=.+\n(?:.+\n)*={78}$)/m).filter((text) => !text.startsWith('Node.js'))
  expect(sections.length).toBeGreaterThan(50)
  expect(sections.filter((text) => /GNU (?:Affero |Lesser |Library )?General Public/i.test(text))).toEqual([])
})
