import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pollPairing } from '@postroom/contract/hub'
import * as z from 'zod'
import { readJsonFile, writeFileDurably } from '../durable-file.ts'
import type { Settings } from '../settings.ts'
import { callServer, ServerRefusal } from './call-server.ts'
import { proxyFor } from './configure-network.ts'
import { problemOf, type ConnectionProblem } from './connection-problem.ts'

/** Longer than the address of any server. */
const ADDRESS_MAX_CHARS = 300

const savedSchema = z.object({ server: z.url({ protocol: /^https?$/ }) })
const fileIn = (folder: string): string => path.join(folder, 'server.json')

type ServerSources = Pick<Settings, 'server' | 'folder' | 'installed'>

/**
 * The address of the server: what the administrator set wins over what a person saved on the status page, and that over what
 * an installer left. Undefined until somebody enters it.
 */
export const knownServer = ({ server, folder, installed }: ServerSources): string | undefined =>
  server ?? savedServer(folder) ?? installed.server

export const saveServer = (folder: string, server: string): void =>
  writeFileDurably(fileIn(folder), JSON.stringify({ server }))

/** A damaged file is as none: the status page asks again. */
function savedServer(folder: string): string | undefined {
  try {
    return savedSchema.safeParse(readJsonFile(fileIn(folder))).data?.server
  } catch {
    return undefined
  }
}

/** The origin in an address as a person types it, with or without `https://`. Undefined when it is no address. */
export function serverIn(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '' || typed.length > ADDRESS_MAX_CHARS || /\s/.test(typed)) return undefined
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  const isPlain = url?.username === '' && url.password === ''
  return isPlain && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/** Why no Postroom server answers at an address; undefined when one does. It registers nothing there. */
export async function problemAt(server: string): Promise<ConnectionProblem | undefined> {
  try {
    // a pairing that nobody began: only Postroom refuses it with a code of its contract
    await callServer(server, pollPairing, { params: { id: randomUUID() }, body: { poll_token: 'none' } })
    return 'wrong_server'
  } catch (error) {
    if (error instanceof ServerRefusal && error.code === 'pairing_expired') return undefined
    if (error instanceof ServerRefusal) return error.status >= 500 ? 'server_fault' : 'wrong_server'
    return problemOf(error, proxyFor(server, process.env))
  }
}
