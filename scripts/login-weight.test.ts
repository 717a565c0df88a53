import path from 'node:path'
import zlib from 'node:zlib'
import { build, parseSync, type Rolldown } from 'vite'
import { beforeAll, expect, it, vi } from 'vitest'

/** What the sign-in page may load; bytes in brotli. */
const SCRIPTS_MAX = 2
const SCRIPT_BYTES_MAX = 146_000
const STYLES_MAX = 1
const LAST_OF_BASE = '.visually-hidden'

let chunks: Map<string, Rolldown.OutputChunk>
let loaded: Rolldown.OutputChunk[]
let styles: string[]

beforeAll(async () => {
  // React as it is shipped
  vi.stubEnv('NODE_ENV', 'production')
  const web = path.join(import.meta.dirname, '../apps/web')
  const built = await build({ root: web, logLevel: 'error', build: { write: false } })
  const { output } = built as Rolldown.RolldownOutput
  chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const page = output
    .flatMap((file) => (file.type === 'asset' && file.fileName === 'index.html' ? [file.source] : []))
    .join('')
  styles = output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  )
  loaded = reachedFrom([...chunks.values()].filter(({ fileName }) => page.includes(`"/${fileName}"`)))
}, 120_000)

it('loads the sign-in page with few requests and few bytes', () => {
  const bytes = loaded.map(({ code }) => zlib.brotliCompressSync(code).length)
  expect(loaded.length).toBeLessThanOrEqual(SCRIPTS_MAX)
  expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(SCRIPT_BYTES_MAX)
  expect(new Set(loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])).size).toBe(STYLES_MAX)
})

it('loads the sign-in page whole, and no schemas, menus or contract with it', () => {
  const modules = loaded.flatMap(({ moduleIds }) => moduleIds).join('\n')
  expect(modules).toContain('features/login/login-page.tsx')
  expect(modules).not.toMatch(/\/zod\/|\/Menu\.mjs|\/Popover\.mjs|packages\/contract\/src\/(?!field-codes)/)
})

it('has the styles of the whole page before those of components: a later rule of the same weight wins', () => {
  const start = styles.find((css) => css.includes(LAST_OF_BASE)) ?? ''
  const ofComponents = start.search(/\._\w+/)
  expect(ofComponents).toBeGreaterThan(start.indexOf(LAST_OF_BASE))
})

it('has no chunks that import each other in a circle: the one that ran first would find the other empty', () => {
  const inCircle = [...chunks.values()].filter((chunk) => reachedFrom(importsOf(chunk)).includes(chunk))
  expect(inCircle.map(({ fileName }) => fileName)).toEqual([])
})

it('has no chunk that waits for another page before it is ready: the page would wait for it too', () => {
  const waiting = [...chunks.values()].filter(({ fileName, code }) =>
    parseSync(fileName, code).program.body.some(awaits),
  )
  expect(waiting.map(({ fileName }) => fileName)).toEqual([])
})

/** Whether a statement of a module awaits something itself, not in a function of its own. */
function awaits(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  const type = 'type' in node ? String(node.type) : ''
  if (type === 'AwaitExpression') return true
  return !/Function/.test(type) && Object.values(node).some(awaits)
}

const importsOf = ({ imports }: Rolldown.OutputChunk): Rolldown.OutputChunk[] =>
  imports.flatMap((name) => chunks.get(name) ?? [])

function reachedFrom(roots: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set(roots)
  for (const chunk of found) for (const next of importsOf(chunk)) found.add(next)
  return [...found]
}
