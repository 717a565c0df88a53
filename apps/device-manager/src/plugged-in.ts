import fs from 'node:fs'

// Linux shows each plugged-in device as a folder of small files, which vanishes the moment the device is unplugged.

/** The names in a folder, in natural order ('hidraw2' before 'hidraw10'). None if it is not there, or no longer. */
export function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  } catch {
    return []
  }
}

/** Empty if the file is not there, or no longer. */
export function bytesIn(file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}
