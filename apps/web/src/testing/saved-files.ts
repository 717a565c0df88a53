import { vi } from 'vitest'

/** The files that a page has saved in the folder for downloads, in order. Their URLs no longer open. */
export function savedFiles(): { name: string; type: string; text: Promise<string> }[] {
  const saved: ReturnType<typeof savedFiles> = []
  const made = new Map<string, Blob>()
  const opened = new Set<string>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const url = `blob:${crypto.randomUUID()}`
    made.set(url, content as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (made.has(this.href)) opened.add(this.href)
  })
  const clicked = vi.mocked(HTMLAnchorElement.prototype.click)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    const content = made.get(url)
    const link = clicked.mock.contexts.findLast(({ href }) => href === url)
    if (content && link && opened.has(url))
      saved.push({ name: link.download, type: content.type, text: content.text() })
  })
  return saved
}
