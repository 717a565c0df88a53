import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.dirname(import.meta.dirname)
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')
const isThere = (file: string): boolean => fs.existsSync(path.join(root, file))
const named = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, words]) => words!)

describe('docs/spec-map.md', () => {
  const map = read('docs/spec-map.md')
  const rows = map
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !/^\| Row +\|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))

  it('has every section of the specification', () => {
    expect(map.match(/^## §\d/gm)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((section) => `## §${section}`))
  })

  it('names a file and a test that exist for each row that is built, and none for what is not', () => {
    const wrong = rows.flatMap(([, row, state, ...cells]) => {
      const paths = named(cells.join(' '))
      const expected = state === 'later' ? 0 : 2
      return paths.length === expected
        ? paths.filter((file) => !isThere(file))
        : [`${row}: ${paths.length} paths, ${expected} expected`]
    })
    expect(wrong).toEqual([])
  })
})

it.each([
  'README.md',
  'CONTRIBUTING.md',
  'docs/device-manager.md',
  'docs/security.md',
  ...fs.readdirSync(path.join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
])('%s names only files that exist', (document) => {
  const paths = named(read(document)).filter((words) => /^(apps|packages|docs|e2e|scripts)\/[\w./-]+$/.test(words))
  expect(paths.filter((file) => !isThere(file))).toEqual([])
})

it.each(fs.readdirSync(path.join(root, 'docs/decisions')))('decision %s has at most 25 lines', (name) => {
  expect(read(`docs/decisions/${name}`).trimEnd().split('\n').length).toBeLessThanOrEqual(25)
})
