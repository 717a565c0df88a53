import { createHash } from 'node:crypto'
import { expect, it, test } from 'vitest'
import { readVerified, textOf, type Manifest } from './backup-manifest.ts'
import type { BackupPlace } from './backup-place.ts'

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** A place with these files. */
const placeOf = (files: Readonly<Record<string, string>>): BackupPlace => ({
  name: '/backups/of-today',
  begin: () => Promise.reject(new Error('only read')),
  write: () => Promise.reject(new Error('only read')),
  complete: () => Promise.reject(new Error('only read')),
  read: async (file) => (files[file] === undefined ? undefined : bytesOf(files[file])),
})
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

const ROWS = { name: 'public.draft', rows: 0, sha256: hashOf('rows') }
const WHOLE: Manifest = {
  format: 1,
  taken_at: '2026-11-20T10:00:00.000Z',
  migrations: ['001-first'],
  tables: [ROWS, { name: 'public.hub2', rows: 3, sha256: hashOf('more') }],
  sequences: [
    { name: 'public.numbers', last_value: '7' },
    { name: 'public.unused', last_value: null },
  ],
  moved_documents: [{ place: 's3://office', count: 1 }],
}
const FILES = { 'public.draft.copy.gz': 'rows', 'public.hub2.copy.gz': 'more' }
const read = (manifest: object, files: Readonly<Record<string, string>> = FILES) =>
  readVerified(placeOf({ 'manifest.json': JSON.stringify(manifest), ...files }))

it('a whole backup is read as it was written', async () => {
  expect(await read(WHOLE)).toEqual(WHOLE)
  expect(textOf(WHOLE).split('\n').slice(0, 3)).toEqual([
    '{',
    '  "format": 1,',
    '  "taken_at": "2026-11-20T10:00:00.000Z",',
  ])
  expect(textOf(WHOLE).endsWith('}\n')).toBe(true)
})

it('a backup from before documents could move has moved none', async () => {
  const { moved_documents: _none, ...earlier } = WHOLE
  expect(await read(earlier)).toEqual({ ...WHOLE, moved_documents: [] })
})

const tableWith = (change: object) => ({ tables: [{ ...ROWS, ...change }] })

test.each<[string, object]>([
  ['another format', { format: 2 }],
  ['no time', { taken_at: 'today' }],
  ['a migration without a name', { migrations: [7] }],
  ['a table outside of a schema', tableWith({ name: 'draft' })],
  ['a table of a name that would be SQL', tableWith({ name: 'public.draft; drop table x' })],
  ['a table of a name that would be a path', tableWith({ name: '../public.draft' })],
  ['fewer than no rows', tableWith({ rows: -1 })],
  ['half a row', tableWith({ rows: 0.5 })],
  ['a short hash', tableWith({ sha256: hashOf('rows').slice(1) })],
  ['a long hash', tableWith({ sha256: `${hashOf('rows')}0` })],
  ['a sequence outside of a schema', { sequences: [{ name: 'numbers', last_value: '7' }] }],
  ['a sequence without a number', { sequences: [{ name: 'public.numbers', last_value: 'x' }] }],
  ['no documents in a bucket', { moved_documents: [{ place: 's3://office', count: 0 }] }],
  ['half a document in a bucket', { moved_documents: [{ place: 's3://office', count: 1.5 }] }],
])('a manifest with %s is refused', async (_what, change) => {
  await expect(read({ ...WHOLE, ...change })).rejects.toThrow(
    'manifest.json in /backups/of-today is not the manifest of a backup that this version can read.',
  )
})

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['lost', { 'public.draft.copy.gz': 'rows' }, 'The backup in /backups/of-today lacks public.hub2.copy.gz.'],
  [
    'changed',
    { ...FILES, 'public.hub2.copy.gz': 'less' },
    'public.hub2.copy.gz in /backups/of-today was changed since the backup was taken.',
  ],
])('a file that was %s is named', async (_what, files, sentence) => {
  await expect(read(WHOLE, files)).rejects.toThrow(sentence)
})

it('a place without a manifest has no backup', async () => {
  await expect(readVerified(placeOf(FILES))).rejects.toThrow('There is no backup in /backups/of-today.')
})
