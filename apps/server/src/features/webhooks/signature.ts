import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** 256 random bits, as Standard Webhooks writes a secret. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(32).toString('base64')

/** The headers of Standard Webhooks: a signature by each secret, over id, time and body. @param at when it is sent */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
