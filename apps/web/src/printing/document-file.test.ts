import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readDocumentFile, readPageImage } from './document-file.ts'

const ask = vi.hoisted(() => vi.fn<(endpoint: unknown, parts: unknown, options: unknown) => Promise<unknown>>())
vi.mock('../api/call.ts', () => ({ call: ask }))

const label = {
  type: 'label',
  status: 'ready',
  url: 'https://other.example/api/d/label.pdf?key=k',
}
const read = vi.fn<(url: string, options?: unknown) => Promise<Response>>()
beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://post.example' })
  vi.stubGlobal(
    'fetch',
    read.mockReset().mockImplementation(async () => new Response('%PDF')),
  )
  ask.mockReset().mockResolvedValue({ docs: [{ ...label, type: 'customs_form' }, label] })
})
afterEach(() => vi.unstubAllGlobals())

it('fetches the document from the server of this page', async () => {
  const signal = new AbortController().signal
  const file = await readDocumentFile('s1', 'label', signal)
  expect(await file?.text()).toBe('%PDF')
  expect(ask).toHaveBeenCalledWith(expect.anything(), { params: { id: 's1' } }, { signal })
  expect(read).toHaveBeenCalledWith('/api/d/label.pdf?key=k', { signal })
})

it('fetches a page of it as a picture, under the same link', async () => {
  await readPageImage('s1', 'label', 2)
  expect(read).toHaveBeenCalledWith('/api/d/label.png?key=k&page=2', undefined)
})

it('fetches a receipt that is not drawn yet: the server draws it then', async () => {
  ask.mockResolvedValue({ docs: [{ ...label, type: 'receipt', status: 'pending' }] })
  expect(await (await readDocumentFile('s1', 'receipt'))?.text()).toBe('%PDF')
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
