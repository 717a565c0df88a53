import { listOptions, listPackaging, listServices } from '@postroom/contract/carrier'
import { ukDateOf } from '@postroom/domain/calendar'
import type { Channel } from '@postroom/domain/tariffs/channels'
import type { Context } from '../../context.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { serve, type Api } from '../../http/serve.ts'
import { firstActiveAccount } from '../accounts/account.store.ts'
import { packagingCatalogue, serviceCatalogue } from './catalogue.ts'
import { optionCatalogue } from './option-catalogue.ts'

export function catalogueRoutes(api: Api, { db, now }: Context): void {
  serve(api, listServices, async ({ user, query }) => ({ data: serviceCatalogue(await viewOf(user, query)) }))

  serve(api, listOptions, async ({ user, query }) => ({
    data: optionCatalogue(query.service, await viewOf(user, query)),
  }))

  serve(api, listPackaging, async ({ user, query }) => ({
    data: packagingCatalogue(query.service, await viewOf(user, query)),
  }))

  /** What is sold is decided by the price list of the account, as in a purchase. */
  async function viewOf(
    user: SignedInUser,
    asked: { destination?: string | undefined; pricing?: Channel | undefined },
  ) {
    const pricing = asked.pricing ?? (await firstActiveAccount(db, user.organisation_id))?.pricing ?? 'online'
    return { plan: user.plan, pricing, destination: asked.destination, day: ukDateOf(now()) }
  }
}
