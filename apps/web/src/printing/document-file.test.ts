import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readDocumentFile } from './document-file.ts'

const ask = vi.hoisted(() => vi.fn<(endpoint: unknown, parts: unknown, options: unknown) => Promise<unknown>>())
vi.mock('../api/call.ts', () => ({ call: ask }))

const label = {
  type: 'label',
  status: 'ready',
  url: 'https://other.example/api/d/1?key=k',
  width_mm: 101.6,
  height_mm: 152.4,
}
const read = vi.fn<(url: string, options?: unknown) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://post.example' })
  vi.stubGlobal(
    'fetch',
    read.mockReset().mockImplementation(async () => new Response('%PDF')),
  )
  ask.mockReset().mockResolvedValue({ docs: [{ ...label, type: 'customs_form', width_mm: 210 }, label] })
})
afterEach(() => vi.unstubAllGlobals())

it('fetches the document and its size from the server of this page', async () => {
  const signal = new AbortController().signal
  const read1 = await readDocumentFile('s1', 'label', signal)
  expect(read1).toMatchObject({ width_mm: 101.6, height_mm: 152.4 })
  expect(await read1?.file.text()).toBe('%PDF')
  expect(ask).toHaveBeenCalledWith(expect.anything(), { params: { id: 's1' } }, { signal })
  expect(read).toHaveBeenCalledWith('/api/d/1?key=k', { signal })
})

it.each([
  ['is not drawn yet', [{ ...label, status: 'pending' }]],
  ['does not exist', []],
])('returns null for a document that %s', async (_case, docs) => {
  ask.mockResolvedValue({ docs })
  expect(await readDocumentFile('s1', 'label')).toBeNull()
  expect(read).not.toHaveBeenCalled()
})

it('throws when the file cannot be fetched', async () => {
  read.mockResolvedValue(new Response('gone', { status: 410 }))
  await expect(readDocumentFile('s1', 'label')).rejects.toThrow('410')
})
