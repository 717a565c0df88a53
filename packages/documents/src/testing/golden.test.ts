import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { PNG } from 'pngjs'
import { expectGolden } from './golden.ts'
import type { Page } from './read-back.ts'

/** The page of a golden image. */
function goldenPage(name: string): Page {
  const { width, height, data } = PNG.sync.read(readFileSync(new URL(`./goldens/${name}.png`, import.meta.url)))
  return { width, height, dots: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4]!) }
}

// these tests must not update the golden images
vi.stubEnv('UPDATE_GOLDENS', '')

const NAME = 'label-DK-22210'
const actual = (name: string) => join(tmpdir(), `${name}.actual.png`)

afterEach(() => {
  for (const name of [NAME, 'no-such-picture']) rmSync(actual(name), { force: true })
})

test('passes when all dots print the same, whatever their grey', () => {
  const page = goldenPage(NAME)
  expectGolden(NAME, { ...page, dots: page.dots.map((dot) => (dot === 0 ? 90 : 200)) })
  expect(existsSync(actual(NAME))).toBe(false)
})

test('fails when one dot differs, and saves the page', () => {
  const page = goldenPage(NAME)
  page.dots[0] = 0
  expect(() => expectGolden(NAME, page)).toThrow('1 dots differ')
  expect(existsSync(actual(NAME))).toBe(true)
})

test('fails for another page size and for a missing golden image', () => {
  const page = goldenPage(NAME)
  expect(() => expectGolden(NAME, { ...page, height: page.height - 1 })).toThrow('not')
  expect(() => expectGolden('no-such-picture', page)).toThrow('no golden image')
})
