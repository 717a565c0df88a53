import { deleteGoods, HS_RESULTS_MAX, listGoods, saveGoods, searchHsCodes } from '@postroom/contract/goods'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import { checkPrintable } from '../../documents/check-printable.ts'
import { serve, type Api } from '../../http/serve.ts'
import { findGoods, forgetGoods, keepGoods, type KeptGoods } from './goods.store.ts'
import { searchSubheadings } from './hs-subheadings.ts'

/** Goods that an organisation sends often, and their codes for customs. */
export function goodsRoutes(api: Api, context: Context): void {
  const { db } = context
  serve(api, listGoods, async ({ user }) => ({ data: (await findGoods(db, user.organisation_id)).map(shown) }))

  serve(api, saveGoods, async ({ body, user }) => {
    checkPrintable(body)
    return act(context, user, async (tx, { organisation_id }) => {
      const [kept] = await keepGoods(tx, organisation_id, [body], context.now())
      return shown(kept!)
    })
  })

  serve(api, deleteGoods, ({ params, user }) =>
    act(context, user, async (tx, { organisation_id }) => {
      if (!(await forgetGoods(tx, organisation_id, params.id))) throw new AppError('not_found')
      return params
    }),
  )

  serve(api, searchHsCodes, async ({ query }) => ({ data: await searchSubheadings(query.q, HS_RESULTS_MAX) }))
}

const shown = ({ id, item }: KeptGoods) => ({ id, ...item })
