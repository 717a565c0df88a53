import fs from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '../endpoint.ts'

const folder = path.join(import.meta.dirname, '..')

/** Every call that the contract declares, by its id. */
export async function everyCall(): Promise<Endpoint[]> {
  const modules = fs.readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/.test(file))
  const exported = await Promise.all(
    modules.map(async (file) => Object.values((await import(path.join(folder, file))) as object)),
  )
  return exported
    .flat()
    .filter(isEndpoint)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'responses' in value && 'method' in value
