import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chooseFaults } from './choose-faults.ts'
import { faultsIn } from './faults.ts'
import { nearestTests } from './nearest-tests.ts'
import { reachOf } from './reach.ts'
import { tryFault } from './try-fault.ts'

test.each([
  ['a boundary', 'const isAdult = age >= 18', ['age > 18', 'age <= 18', 'age >= 19', 'age >= 180']],
  ['a condition', 'if (open) shut()', ['if (!(open)) shut()']],
  ['both sides of a condition', 'return a && b', ['return a || b', 'return a', 'return b']],
  ['a call', '{ line.close() }', ['{  }']],
  ['an awaited call', '{ await save(x) }', ['{ void save }', '{ void save(x) }']],
  ['a limit in a chain', 'query.where(a).limit(1)', ['query.where(a)', 'query.limit(1)', 'query.where(a).limit(2)']],
  ['an element', "['a', 'b']", ["['b']", "['a']"]],
  ['a flag', 'set({ secure: true })', ['set({ secure: false })']],
  ['a clean-up', 'try { a() } finally { b() }', ['{ a() }']],
  ['a handler', 'on(() => save())', ['on(() => {})']],
  ['a duration', 'const WAIT_MS = 500', ['WAIT_MS = 5000']],
  ['no name of an error', "{ this.name = 'Refusal' }", []],
  ['no dependencies of a hook', 'useEffect(go, [a, b])', []],
  ['no text', 'log.info(1 + 2); throw new Error(`${a + b}`); type A = 1', []],
])('seeds faults in %s', (_part, source, expected) => {
  const mutants = faultsIn('a.ts', source).map(
    ({ start, end, replacement }) => source.slice(0, start) + replacement + source.slice(end),
  )
  for (const mutant of expected) expect(mutants.some((each) => each.includes(mutant))).toBe(true)
  if (expected.length === 0) expect(mutants).toEqual([])
})

test.each(['withinMs', 'staleTime', 'gcTime', 'timeout', 'socketTimeout'])(
  'does not seed a millisecond more into %s, which nothing can observe',
  (name) => {
    const replacements = faultsIn('a.ts', `wait({ ${name}: 500 })`).map(({ replacement }) => replacement)
    expect(replacements).toContain('5000')
    expect(replacements).not.toContain('501')
  },
)

test.each(['save(tx, x)', 'tx.insert(x)', 'tx\n  .insert(x)'])(
  'does not seed a missing await into %s, since the queries of a transaction run in order in any case',
  (call) => {
    expect(faultsIn('a.ts', `{ await ${call} }`).map(({ operator }) => operator)).not.toContain('not awaited')
  },
)

const chosen = (seed: string): string[] =>
  [...chooseFaults(seed, ['a.ts'], () => 'const a = b < c ? 1 : 2')].map(({ mutant }) => mutant)

test('the same seed chooses the same faults', () => {
  expect(chosen('1')).toEqual(chosen('1'))
  expect(chosen('1')).not.toEqual(chosen('2'))
})

test('the tests near a module and near what uses it come first, its own before all', () => {
  const importers = new Map([
    ['p/a/src/b.ts', new Set(['p/a/src/page/page.ts', 'p/a/src/far.test.ts', 'p/d/near.test.ts'])],
    ['p/a/src/page/page.ts', new Set(['p/a/src/b.test.ts', 'p/a/src/all.ts', 'p/d/d.ts'])],
    ['p/a/src/all.ts', new Set(['p/a/src/open.ts'])],
    ['p/a/src/open.ts', new Set(['p/a/src/page/page.test.ts', 'p/a/src/x/y/other.test.ts'])],
    ['p/d/d.ts', new Set(['p/d/far.test.ts'])],
    ['p/d/far.test.ts', new Set(['p/d/no-importer-of-tests.test.ts'])],
  ])
  const near = ['p/a/src/b.test.ts', 'p/a/src/page/page.test.ts', 'p/a/src/far.test.ts', 'p/a/src/x/y/other.test.ts']
  expect(nearestTests('p/a/src/b.ts', importers)).toEqual([...near, 'p/d/near.test.ts', 'p/d/far.test.ts'])
})

test.each([
  ['function a() { return b < c }', 'a'],
  ['const a = () => b < c', 'a'],
  ['const a = use(() => b < c)', ''],
  ['const a = () => list.map((x) => x < c)', 'a'],
  ['export const a = { read: () => b < c }', 'read'],
  ['class A { read() { return b < c } }', 'read'],
  ['const a = b < c', ''],
])('the fault in %j is within %j', (source, name) =>
  expect(faultsIn('a.ts', source).find(({ operator }) => operator === 'comparison')?.within).toBe(name),
)

test('of the tests that call a function, the others of its module are left out', () => {
  const reach = reachOf([
    { test: 'a.test.ts', modules: { 'a.ts': ['one', ''] } },
    { test: 'b.test.ts', modules: { 'a.ts': ['two'], 'b.ts': [''] } },
  ])
  expect(reach.of('a.ts', 'two')).toEqual(new Set(['b.test.ts']))
  expect(reach.of('a.ts', '')).toEqual(new Set(['a.test.ts', 'b.test.ts']))
  expect(reach.of('a.ts', 'called by none')).toBeUndefined()
  expect(reach.of('c.ts', 'one')).toBeUndefined()
})

test.each([
  ['a fault that a test notices', (text: string) => text.includes('>='), 'noticed'],
  ['a fault that no test notices', () => true, 'missed'],
  ['a test that fails without the fault too', () => false, 'missed'],
])('%s', async (_case, passes, expected) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const source = 'export const isAdult = (age: number): boolean => age >= 18'
  const module = path.join(folder, 'a.ts')
  fs.writeFileSync(module, source)
  const [fault] = chooseFaults('1', ['a.ts'], () => source.replace('18', 'limit'))
  const outcome = await tryFault(fault!, {
    checkout: { folder, modules: ['a.ts'], compiles: async () => true, remove: () => {} },
    importers: new Map([['a.ts', new Set(['a.test.ts'])]]),
    reach: undefined,
    runner: {
      has: () => true,
      run: async () => (passes(fs.readFileSync(module, 'utf8')) ? undefined : { file: 'a.test.ts', test: 'is 18' }),
      changed: () => {},
      close: async () => {},
    },
    sound: new Map(),
    testsMax: 5,
    stopping: new AbortController().signal,
    close: async () => {},
  })
  expect(outcome.is).toBe(expected)
  expect(fs.readFileSync(module, 'utf8')).toBe(source)
})
