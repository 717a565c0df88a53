import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const rows = fs
  .readFileSync(path.join(import.meta.dirname, 'spec-map.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| Row '))
  .map((line) => line.split('|').map((cell) => cell.trim()))

it('maps every section of the specification', () => {
  const headings = fs.readFileSync(path.join(import.meta.dirname, 'spec-map.md'), 'utf8').match(/^## §\d/gm)
  expect(headings).toEqual(['## §1', '## §2', '## §3', '## §4', '## §5', '## §6', '## §7', '## §8', '## §9'])
})

it('names for each row what is built a file and a test that exist', () => {
  const missing = rows.flatMap(([, row, state, ...cells]) => {
    const paths = [...cells.join(' ').matchAll(/`([^`]+)`/g)].map(([, file]) => file!)
    const expected = state === 'later' ? 0 : 2
    const gone = paths.filter((file) => !fs.existsSync(path.join(import.meta.dirname, '..', file)))
    return paths.length === expected ? gone : [`${row}: ${paths.length} paths, ${expected} expected`]
  })
  expect(missing).toEqual([])
})
