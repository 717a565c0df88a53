import { vi } from 'vitest'

/** The files that a page saves in the folder for downloads, in order, each once its URL is revoked. */
export function savedFiles(): { name: string; type: string; text: Promise<string> }[] {
  const saved: ReturnType<typeof savedFiles> = []
  const made = new Map<string, Blob>()
  const opened = new Map<string, string>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const url = `blob:${crypto.randomUUID()}`
    made.set(url, content as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.set(this.href, this.download)
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    const [content, name] = [made.get(url), opened.get(url)]
    if (content && name !== undefined) saved.push({ name, type: content.type, text: content.text() })
  })
  return saved
}
