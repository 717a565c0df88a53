import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { getRawAsset, isSea } from 'node:sea'
import { defaultFolder } from '../../default-folder.ts'
import { writeFileDurably } from '../../durable-file.ts'

/** The part of koffi used to call Windows libraries. It is installed everywhere and loaded only on Windows. */
export interface Koffi {
  load(file: string): Library
  struct(name: string, members: Record<string, string>): unknown
  decode(bytes: Uint8Array, offset: number, type: string): unknown
  sizeof(type: string): number
  proto(definition: string): unknown
  /** Lets Windows call a function. It must be called on the main thread only. */
  register(callback: (...args: never[]) => unknown, type: string): unknown
}

export interface Library {
  func(definition: string): NativeFunction
}

interface NativeFunction {
  (...args: unknown[]): unknown
  async(...args: unknown[]): void
}

/** @throws Error where it is not installed */
export const loadKoffi = (): Koffi => (isSea() ? koffiInside() : (createRequire(import.meta.url)('koffi') as Koffi))

/** The packaged program has it inside, and Windows loads a library only from a file. The file is compared each time. */
function koffiInside(): Koffi {
  const library = Buffer.from(getRawAsset('koffi.node'))
  const file = path.join(
    defaultFolder(),
    'native',
    `koffi-${createHash('sha256').update(library).digest('hex').slice(0, 16)}.node`,
  )
  fs.mkdirSync(path.dirname(file), { recursive: true })
  if (!fs.existsSync(file) || !fs.readFileSync(file).equals(library)) writeFileDurably(file, library)
  const loaded = { exports: {} }
  process.dlopen(loaded, file)
  return loaded.exports as Koffi
}

type NumberCall = (...args: unknown[]) => Promise<number>

/** Functions that return a number, called outside the event loop because a network printer may be slow. */
export function asyncCalls<Name extends string>(
  library: Library,
  declared: Record<Name, string>,
): Record<Name, NumberCall> {
  const bound = Object.entries<string>(declared).map(([name, declaration]): [string, NumberCall] => {
    const native = library.func(declaration)
    const call: NumberCall = (...args) =>
      new Promise((resolve, reject) => {
        native.async(...args, (error: Error | null, answer: number) => (error ? reject(error) : resolve(answer)))
      })
    return [name, call]
  })
  return Object.fromEntries(bound) as Record<Name, NumberCall>
}

/** A Windows list of structures, which lie at the beginning of `bytes`. */
export function readAll<T>(koffi: Koffi, bytes: Uint8Array, type: string, count: number): T[] {
  return Array.from({ length: count }, (_, index) => koffi.decode(bytes, index * koffi.sizeof(type), type) as T)
}

/** A Windows string in a field of fixed length. */
export const wideText = (bytes: Buffer): string => bytes.toString('utf16le').split('\0')[0]!
