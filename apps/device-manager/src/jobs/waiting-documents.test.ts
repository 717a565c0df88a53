import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitingDocuments, type FetchDocument } from './waiting-documents.ts'

let folder: string
beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-waiting-')), 'waiting')
})
afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true, force: true }))

const never = new AbortController().signal
const document = (url: string) => ({ type: 'label', url, sha256: '', width_mm: 100, height_mm: 150, pages: 1 }) as const
const files = () => fs.readdirSync(folder)

/** Downloads that end when the test says so. */
function aServer() {
  const open: { url: string; end: (pdf: Uint8Array) => void; fail: (error: Error) => void }[] = []
  const download = ({ url }: ReturnType<typeof document>) =>
    new Promise<Uint8Array>((end, fail) => open.push({ url, end, fail }))
  return { open, download: download as Parameters<typeof waitingDocuments>[1] }
}

const fetchAll = (fetch: FetchDocument, count: number, signal = never) =>
  Array.from({ length: count }, (_, n) => fetch(document(`doc-${n}`), signal))

test('downloads four at a time, in order', async () => {
  const { open, download } = aServer()
  const fetched = fetchAll(waitingDocuments(folder, download), 6)
  await turn()
  expect(open.map(({ url }) => url)).toEqual(['doc-0', 'doc-1', 'doc-2', 'doc-3'])
  open[1]?.end(Buffer.from('one'))
  open[0]?.fail(new Error('gone'))
  await expect(fetched[0]).rejects.toThrow('gone')
  expect(Buffer.from(await (await fetched[1])!.read()).toString()).toBe('one')
  await turn()
  expect(open.map(({ url }) => url)).toEqual(['doc-0', 'doc-1', 'doc-2', 'doc-3', 'doc-4', 'doc-5'])
})

test('stores documents privately, and deletes them when released', async () => {
  const kept = await waitingDocuments(folder, async () => Buffer.from('label'))(document('a'), never)
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  expect(files().map((name) => fs.statSync(path.join(folder, name)).mode & 0o777)).toEqual([0o600])
  kept.forget()
  kept.forget()
  expect(files()).toEqual([])
})

test('delays later documents while the disk allowance is used up, and loses none', async () => {
  const fetched: string[] = []
  const fetch = waitingDocuments(
    folder,
    async ({ url }) => {
      fetched.push(url)
      return new Uint8Array(100)
    },
    250,
  )
  const kept = fetchAll(fetch, 12)
  await kept[3]
  await turn()
  const before = fetched.length
  expect(before).toBeLessThan(12)
  for (const one of kept) (await one).forget()
  expect(fetched).toHaveLength(12)
  expect(files()).toEqual([])
})

test('gives back the room of a document once, although it is released twice', async () => {
  let fetched = 0
  const download = async () => {
    fetched++
    return new Uint8Array(100)
  }
  const fetch = waitingDocuments(folder, download, 150)
  const [first, second] = [await fetch(document('a'), never), await fetch(document('b'), never)]
  for (let time = 0; time < 2; time++) first.forget()
  await fetch(document('c'), never) // 200 of 150 bytes
  void fetch(document('d'), never)
  await turn()
  expect(fetched).toBe(3)
  second.forget()
  await expect.poll(() => fetched).toBe(4)
})

test('does not download a document of a cancelled job', async () => {
  const abort = new AbortController()
  const { open, download } = aServer()
  const [, , , , fifth] = fetchAll(waitingDocuments(folder, download), 5, abort.signal)
  await turn()
  abort.abort()
  open[0]?.end(Buffer.from('label'))
  await expect(fifth).rejects.toThrow('abort')
  expect(open).toHaveLength(4)
})

test('deletes documents of an earlier run at the start', () => {
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, '1.pdf'), 'label')
  waitingDocuments(folder, async () => new Uint8Array())
  expect(files()).toEqual([])
})
