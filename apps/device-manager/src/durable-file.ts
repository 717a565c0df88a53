import fs from 'node:fs'
import path from 'node:path'

/** Writes a whole file so that a reader, and a power cut, finds either the old or the new one. */
export function writeFileDurably(file: string, content: string | Uint8Array, mode = 0o600): void {
  const unfinished = `${file}.tmp`
  const descriptor = fs.openSync(unfinished, 'w', mode)
  try {
    fs.writeFileSync(descriptor, content)
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
  fs.renameSync(unfinished, file)
  syncFolder(path.dirname(file))
}

/** A new name survives a power cut only when its folder is synced too. Windows cannot sync a folder. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** The JSON in a file, or undefined when there is none. */
export function readJsonFile(file: string): unknown {
  if (!fs.existsSync(file)) return undefined
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}
