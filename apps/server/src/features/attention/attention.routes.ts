import { getAttention } from '@postroom/contract/attention'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { showAttention } from './show-attention.ts'

/** What needs the attention of a user, for the notice on every page and for home. */
export function attentionRoutes(api: Api, context: Context): void {
  serve(api, getAttention, ({ user }) => showAttention(context, user))
}
