import { getRetention } from '@postroom/contract/retention'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { keptDays } from '../../operation/retention.store.ts'

/** What managers see of how long people's data is kept. */
export function retentionRoutes(api: Api, { settings }: Context): void {
  serve(api, getRetention, async () => ({ data: keptDays(settings.retentionDays) }))
}
