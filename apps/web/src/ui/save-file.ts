/** Saves bytes as a file in the browser's folder for downloads. */
export function saveFile(content: Blob | Uint8Array, name: string): void {
  const blob = content instanceof Blob ? content : new Blob([content.slice()], { type: 'text/csv' })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
