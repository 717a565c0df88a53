import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const policyWith = (settings: { publicUrl: string; assistant?: string }) =>
  securityHeaders({ settings } as Parameters<typeof securityHeaders>[0])['content-security-policy']!.split(';')

const publicUrl = 'https://post.example'
const NONE = policyWith({ publicUrl })
const HOST = 'https://help.example'
const WITH = policyWith({ publicUrl, assistant: `${HOST}/chat/v2.js?site=postroom` })

it('names no foreign host without an assistant', () => {
  expect(NONE).toContain("script-src 'self'")
  expect(NONE).toContain("connect-src 'self' wss://post.example")
  expect(NONE).toContain("trusted-types 'none'")
})

it('an assistant adds its host and the policy for its script, and changes nothing else', () => {
  expect(WITH.filter((directive) => !NONE.includes(directive))).toEqual([
    `script-src 'self' ${HOST}`,
    `connect-src 'self' wss://post.example ${HOST}`,
    'trusted-types postroom-assistant',
  ])
  expect(WITH).toContain("require-trusted-types-for 'script'")
  expect(WITH).toHaveLength(NONE.length)
})
