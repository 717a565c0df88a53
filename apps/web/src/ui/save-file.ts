const TYPES = {
  csv: 'text/csv',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
} as const
type Ending = keyof typeof TYPES

/** Saves a file in the browser's folder for downloads. Its type is that of the ending of its name. */
export function saveFile(content: Blob | Uint8Array | string, name: `${string}.${Ending}`): void {
  const part = content instanceof Uint8Array ? content.slice() : content
  const url = URL.createObjectURL(new Blob([part], { type: TYPES[name.split('.').at(-1) as Ending] }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
