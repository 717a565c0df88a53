import { EVENT_DATA, WEBHOOK_EVENTS, webhookMessageSchema } from '@postroom/contract/webhook-event'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { newWebhookSecret, signedHeaders } from './signature.ts'

const DOCUMENT = fs.readFileSync(path.join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8')
const blocksOf = (language: string) =>
  [...DOCUMENT.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text!)

type Verify = (secret: string, headers: Record<string, string>, body: string, now?: number) => boolean

it('the verification in the document accepts what is sent, with either secret, and nothing else', async () => {
  const [code] = blocksOf('js')
  const url = `data:text/javascript,${encodeURIComponent(code!)}`
  const { isFromPostroom } = (await import(/* @vite-ignore */ url)) as { isFromPostroom: Verify }
  const [fresh, old, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
  const at = new Date('2026-11-27T10:15:00Z')
  const body = '{"type":"ping"}'
  const headers = signedHeaders({ id: 'one', body, at }, [fresh, old])
  const verify = (secret: string, given = body, seconds = 0) =>
    isFromPostroom(secret, headers, given, at.getTime() + seconds * 1000)
  expect([verify(fresh), verify(old), verify(fresh, body, 299)]).toEqual([true, true, true])
  expect([verify(other), verify(fresh, `${body} `), verify(fresh, body, 301)]).toEqual([false, false, false])
})

it('the example in the document is as the contract has it', () => {
  for (const block of blocksOf('json')) {
    const example: unknown = JSON.parse(block)
    expect(webhookMessageSchema.parse(example)).toEqual(example)
  }
})

it('the document lists every event with all its fields', () => {
  const rows = [...DOCUMENT.matchAll(/^\| `([\w.]+)` +\|[^|]*\|([^|]*)\|$/gm)].map(([, name, more]) => [
    name,
    [...more!.matchAll(/`(\w+)`/g)].map(([, field]) => field),
  ])
  const expected = WEBHOOK_EVENTS.map((name) => [
    name,
    Object.keys(EVENT_DATA[name].shape).filter((field) => field !== 'shipment_id' && field !== 'pending_id'),
  ])
  expect(rows).toEqual([...expected, ['ping', ['webhook_id']]])
})
