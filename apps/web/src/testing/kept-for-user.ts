import { getUserData, putUserData } from '@postroom/contract/identity'
import { server } from './fake-server.ts'

/** The server keeps what a page saves for its user. @returns what it keeps, by key */
export function keepsForUser(): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  server.on(getUserData, ({ query: { key } }) => ({ key, value: kept[key] }))
  server.on(putUserData, ({ query: { key }, body }) => {
    kept[key] = body
    return { key }
  })
  return kept
}
