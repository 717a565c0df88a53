import { OVERLAP_HOURS, WEBHOOKS_MAX, type changeWebhook, type createWebhook } from '@postroom/contract/webhook'
import type { RequestOf } from '@postroom/contract/endpoint'
import type { LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { mayBeCalled } from '../../named-hosts/call-host.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { ownerOf } from './post-event.ts'
import { newWebhookSecret } from './signature.ts'
import { findWebhook, insertWebhook, lockWebhooks, replaceSecret, updateWebhook } from './webhook.store.ts'

type Sealing = Pick<Context, 'seal' | 'settings' | 'now'>

/** @returns its id, and the secret, which nobody can read again @throws AppError too_many_webhooks, webhook_address_refused */
export async function addWebhook(
  { seal, settings }: Sealing,
  tx: Tx,
  { id: user_id, organisation_id }: LockedActor,
  { url, events }: RequestOf<typeof createWebhook>['body'],
): Promise<{ id: string; secret: string }> {
  refuseAddress(settings, url)
  if ((await lockWebhooks(tx, organisation_id)) >= WEBHOOKS_MAX) throw new AppError('too_many_webhooks')
  const id = crypto.randomUUID()
  const secret = newWebhookSecret()
  await insertWebhook(tx, { id, organisation_id, url, events, secret: seal.seal(secret, ownerOf(id)) })
  const details = { host: new URL(url).host, events: events.join(' ') }
  await recordAudit(tx, { organisation_id, user_id, event: 'webhook_created', subject: id, details })
  return { id, secret }
}

/** Once it is turned on again, days of failure are counted anew. @throws AppError not_found, webhook_address_refused */
export async function alterWebhook(
  { settings }: Sealing,
  tx: Tx,
  { id: user_id, organisation_id }: LockedActor,
  id: string,
  { url, events, state }: RequestOf<typeof changeWebhook>['body'],
): Promise<void> {
  if (url !== undefined) refuseAddress(settings, url)
  const change = {
    ...(url !== undefined && { url }),
    ...(events && { events }),
    ...(state && { state }),
    ...(state === 'on' && { failing_since: null }),
  }
  const webhook = await findWebhook(tx, organisation_id, id)
  if (!webhook) throw new AppError('not_found')
  if (Object.keys(change).length === 0) return
  await updateWebhook(tx, { organisation_id, id }, change)
  const details = { fields: Object.keys(change).join(' '), state: state ?? webhook.state }
  await recordAudit(tx, { organisation_id, user_id, event: 'webhook_changed', subject: id, details })
}

/** Makes a new secret; the present one signs too for a while, and one before it no more. @throws AppError not_found */
export async function renewSecret(
  { seal, now }: Sealing,
  tx: Tx,
  { id: user_id, organisation_id }: LockedActor,
  id: string,
): Promise<string> {
  const secret = newWebhookSecret()
  const until = new Date(now().getTime() + OVERLAP_HOURS * 3600_000)
  const isKnown = await replaceSecret(tx, { organisation_id, id }, seal.seal(secret, ownerOf(id)), until)
  if (!isKnown) throw new AppError('not_found')
  await recordAudit(tx, { organisation_id, user_id, event: 'webhook_secret_renewed', subject: id })
  return secret
}

/** The host of a name is only known when it is called; what can be said before is said at once. */
function refuseAddress({ privateHosts }: Context['settings'], url: string): void {
  if (!mayBeCalled(new URL(url), { isPrivateAllowed: privateHosts })) throw new AppError('webhook_address_refused')
}
