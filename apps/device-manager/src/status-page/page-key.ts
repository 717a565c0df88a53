import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import * as z from 'zod'
import { readJsonFile, writeFileDurably } from '../durable-file.ts'

const LINK_LIFE_MS = 60_000

const pageKeySchema = z.object({
  /** The port in the settings, and the port that was free. */
  wanted: z.number(),
  port: z.number(),
  /** Signs links to the page. New at each start of the program. */
  key: z.string(),
})
/** What a user needs to open the status page of their own device manager. The file is readable by that user alone. */
export type PageKey = z.output<typeof pageKeySchema>

const fileIn = (folder: string): string => path.join(folder, 'page.json')

/** The status page of a folder, running or not; undefined before the first start. */
export function readPageKey(folder: string): PageKey | undefined {
  return pageKeySchema.safeParse(readJsonFile(fileIn(folder))).data
}

export function writePageKey(folder: string, port: Omit<PageKey, 'key'>): PageKey {
  const page = { ...port, key: randomBytes(32).toString('base64url') }
  writeFileDurably(fileIn(folder), JSON.stringify(page))
  return page
}

/** A link that opens the page once, within a minute. */
export function oneTimeLink({ port, key }: PageKey, now = Date.now()): string {
  const text = `${now + LINK_LIFE_MS}.${randomBytes(16).toString('base64url')}`
  return `http://127.0.0.1:${port}/open?key=${text}.${signatureOf(text, key).toString('base64url')}`
}

/** Accepts each link once. @returns whether the link is valid now */
export function linkChecker(key: string): (text: string, now?: number) => boolean {
  const used = new Map<string, number>()
  return (text, now = Date.now()) => {
    for (const [old, expiresAt] of used) if (expiresAt < now) used.delete(old)
    const [expires = '', nonce = '', signature = ''] = text.split('.')
    const signed = `${expires}.${nonce}`
    const [given, own] = [Buffer.from(signature, 'base64url'), signatureOf(signed, key)]
    if (given.length !== own.length || !timingSafeEqual(given, own)) return false
    if (Number(expires) < now || used.has(signed)) return false
    used.set(signed, Number(expires))
    return true
  }
}

const signatureOf = (text: string, key: string): Buffer => createHmac('sha256', key).update(`open ${text}`).digest()
