import { getServerTime } from '@postroom/contract/server-time'
import manifest from '../../../package.json' with { type: 'json' }
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'

/** What the system check asks of the server. @see spec §2 */
export function serverTimeRoutes(api: Api, context: Context): void {
  serve(api, getServerTime, async () => ({ now: context.now().toISOString(), version: manifest.version }))
}
