import { expect, it, vi } from 'vitest'
import { USER } from '../testing/a-user.ts'
import { endSession, pageAfterEnd, readSession, saveSession, type Session } from './session-store.ts'

const session: Session = USER
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
})

it('keeps the next page of a session ended in this tab until a sign-in in any tab', () => {
  saveSession(session)
  endSession('/login?error=words')
  expect([readSession(), pageAfterEnd()]).toEqual([undefined, '/login?error=words'])

  saveSession(session)
  expect([readSession()?.token, pageAfterEnd()]).toEqual(['a-token', undefined])
  const saved = [...kept]
  endSession('/login?error=words')
  for (const [key, text] of saved) kept.set(key, text) // by another tab
  expect(readSession()?.token).toBe('a-token')
  kept.clear() // by the other tab too
  expect([readSession(), pageAfterEnd()]).toEqual([undefined, undefined])
})
