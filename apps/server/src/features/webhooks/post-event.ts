import type { WebhookTest } from '@postroom/contract/webhook'
import type { EventFacts } from '@postroom/contract/webhook-event'
import type { Context } from '../../context.ts'
import { callHost, HostFailure } from '../../named-hosts/call-host.ts'
import { signedHeaders } from './signature.ts'
import type { StoredWebhook } from './webhook.store.ts'

type Message = (EventFacts | { type: 'ping'; data: { webhook_id: string } }) & { id: string; created_at: Date }
export type Addressed = Pick<StoredWebhook, 'id' | 'url' | 'secret' | 'old_secret' | 'old_until'>

const ANSWER_WITHIN_MS = 10_000
/** Of an answer so much is read, and so many characters are kept. */
const READ_MAX = 4096
const KEPT_MAX = 1024

/** Names the owner of a sealed secret. */
export const ownerOf = (webhookId: string): string => `webhook ${webhookId}`

/** Posts an event once, signed with each secret that is valid. Only an answer of 2xx accepts it. */
export async function postEvent(
  { seal, settings, now }: Pick<Context, 'seal' | 'settings' | 'now'>,
  webhook: Addressed,
  { id, type, created_at, data }: Message,
): Promise<WebhookTest> {
  const at = now()
  const isOverlap = webhook.old_until !== null && webhook.old_until > at
  const sealed = [webhook.secret, ...(isOverlap ? [webhook.old_secret!] : [])]
  const secrets = sealed.flatMap((each) => seal.open(each, ownerOf(webhook.id)) ?? [])
  if (secrets.length < sealed.length) return { accepted: false, trouble: 'unreadable' }
  const body = JSON.stringify({ type, timestamp: created_at.toISOString(), data })
  try {
    const { status, body: answer } = await callHost({
      url: new URL(webhook.url),
      method: 'POST',
      headers: signedHeaders({ id, body, at }, secrets),
      body,
      isPrivateAllowed: settings.privateHosts,
      withinMs: ANSWER_WITHIN_MS,
      mostBytes: READ_MAX,
    })
    const accepted = status >= 200 && status < 300
    return { accepted, status, answer: textOf(answer), ...(!accepted && { trouble: 'refused' }) }
  } catch (error) {
    if (error instanceof HostFailure) return { accepted: false, trouble: error.trouble }
    throw error
  }
}

/** The database keeps no zero characters. */
const textOf = (answer: Buffer): string =>
  answer.toString('utf8').replaceAll('\0', '').slice(0, KEPT_MAX).toWellFormed()
