import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  replayFailedDeliveries,
  replayWebhookDelivery,
  testWebhook,
  type Webhook,
} from '@postroom/contract/webhook'
import { act } from '../../access/act.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { answer, serve, type Api } from '../../http/serve.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { addWebhook, alterWebhook, renewSecret } from './change-webhook.ts'
import { findDelivery, pageDeliveries, replay } from './delivery-list.store.ts'
import { postEvent } from './post-event.ts'
import { deleteWebhook, findWebhook, findWebhooks } from './webhook.store.ts'

type Counted = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** Each test calls a host that a user has named, so an organisation may make this many per quarter of an hour. */
const TESTS_MAX = 20

/** The addresses that an organisation's events are reported to. @see decision 042 */
export function webhookRoutes(api: Api, context: Context): void {
  const { db } = context
  const ownWebhook = async ({ organisation_id }: SignedInUser, id: string): Promise<Counted> => {
    const webhook = await findWebhook(db, organisation_id, id)
    if (!webhook) throw new AppError('not_found')
    return webhook
  }

  serve(api, listWebhooks, async ({ user }) => ({ data: (await findWebhooks(db, user.organisation_id)).map(present) }))

  serve(api, createWebhook, async ({ body, user }) => {
    const { id, secret } = await act(context, user, (tx, actor) => addWebhook(context, tx, actor, body))
    return { webhook: present(await ownWebhook(user, id)), secret }
  })

  serve(api, changeWebhook, async ({ params: { webhookId }, body, user }) => {
    await act(context, user, (tx, actor) => alterWebhook(context, tx, actor, webhookId, body))
    return present(await ownWebhook(user, webhookId))
  })

  serve(api, renewWebhookSecret, async ({ params: { webhookId }, user }) => {
    const secret = await act(context, user, (tx, actor) => renewSecret(context, tx, actor, webhookId))
    return { webhook: present(await ownWebhook(user, webhookId)), secret }
  })

  serve(api, testWebhook, async ({ params: { webhookId }, user }) => {
    const webhook = await ownWebhook(user, webhookId)
    await countAttempt(context, [{ counter: `webhook of\n${user.organisation_id}`, max: TESTS_MAX }])
    const ping = { id: crypto.randomUUID(), type: 'ping', created_at: context.now(), data: { webhook_id: webhookId } }
    return postEvent(context, webhook, { ...ping, type: 'ping' })
  })

  serve(api, removeWebhook, ({ params: { webhookId }, user }) =>
    act(context, user, async (tx, { id: user_id, organisation_id }) => {
      if (!(await deleteWebhook(tx, organisation_id, webhookId))) throw new AppError('not_found')
      await recordAudit(tx, { organisation_id, user_id, event: 'webhook_removed', subject: webhookId })
      return { webhookId }
    }),
  )

  serve(api, listWebhookDeliveries, async ({ params: { webhookId }, query, user }) => {
    await ownWebhook(user, webhookId)
    const of = { organisation_id: user.organisation_id, webhook: webhookId }
    const { rows, total } = await pageDeliveries(db, of, query)
    return { data: rows, total, start: query.start, length: query.length }
  })

  serve(api, replayWebhookDelivery, async ({ params: { webhookId, eventId }, user }) => {
    const of = { organisation_id: user.organisation_id, webhook: webhookId }
    await sendAgain(user, of, { eventId })
    const delivery = await findDelivery(db, of, eventId)
    if (!delivery) throw new AppError('not_found')
    return answer<typeof replayWebhookDelivery>(202, delivery)
  })

  serve(api, replayFailedDeliveries, async ({ params: { webhookId }, body: { since }, user }) => {
    await ownWebhook(user, webhookId)
    const of = { organisation_id: user.organisation_id, webhook: webhookId }
    const replayed = await sendAgain(user, of, { failedSince: since })
    return answer<typeof replayFailedDeliveries>(202, { replayed })
  })

  const sendAgain = (user: SignedInUser, of: Parameters<typeof replay>[1], which: Parameters<typeof replay>[2]) =>
    act(context, user, async (tx, { id: user_id, organisation_id }) => {
      const events = await replay(tx, of, which)
      const fact = { organisation_id, user_id, subject: of.webhook, details: { events } }
      if (events > 0) await recordAudit(tx, { ...fact, event: 'webhook_replayed' })
      return events
    })
}

const present = ({ id, url, events, state, created_at, failing_since, waiting, failed }: Counted): Webhook => ({
  id,
  url,
  events,
  state,
  created_at: created_at.toISOString(),
  ...(failing_since && { failing_since: failing_since.toISOString() }),
  waiting,
  failed,
})
