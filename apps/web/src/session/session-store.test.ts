import { expect, it, vi } from 'vitest'
import { endSession, pageAfterEnd, readSession, saveSession, type Session } from './session-store.ts'

const session: Session = {
  id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  username: 'demo',
  token: 'a-token',
  fullname: 'Demo User',
  email: 'demo@post.example',
  expires_in: 7200,
  refresh_token: 'a-refresh-token',
  expires_at: '2026-11-22T11:00:00.000Z',
  plan: 'full',
}
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
})

it('the page of an end is that of this tab, until somebody signs in in any tab', () => {
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
