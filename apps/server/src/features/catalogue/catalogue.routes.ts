import { listOptions, listPackaging, listServices } from '@postroom/contract/carrier'
import { ukDateOf } from '@postroom/domain/calendar'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import type { Channel } from '@postroom/domain/tariffs/channels'
import { AppError } from '../../app-error.ts'
import { isCarrier, servicesSoldBy } from '../../carriers/carriers.ts'
import type { Context } from '../../context.ts'
import type { Requester } from '../../access/actor.ts'
import { serve, type Api } from '../../http/serve.ts'
import { firstActiveAccount } from '../accounts/account.store.ts'
import { withPriceLists } from '../contract-prices/price-lists.rule.ts'
import { packagingCatalogue, serviceCatalogue } from './catalogue.ts'
import { optionCatalogue } from './option-catalogue.ts'
import type { CatalogueView } from './reason-against.ts'

/** Services, options and packaging of a carrier. @see spec §7 'Carrier' */
export function catalogueRoutes(api: Api, context: Context): void {
  serve(api, listServices, async ({ user, query, params }) => ({
    data: serviceCatalogue(await viewOf(user, params.carrier, query)),
  }))

  serve(api, listOptions, async ({ user, query, params }) => ({
    data: optionCatalogue(query.service, await viewOf(user, params.carrier, query)),
  }))

  serve(api, listPackaging, async ({ user, query, params }) => ({
    data: packagingCatalogue(query.service, await viewOf(user, params.carrier, query)),
  }))

  /** The account's price list decides what is sold, as in a purchase. */
  async function viewOf(
    { organisation_id, plan }: Requester,
    carrier: string,
    asked: { destination?: string | undefined; pricing?: Channel | undefined },
  ): Promise<CatalogueView> {
    if (!isCarrier(context, carrier)) throw new AppError('not_found')
    const sold = servicesSoldBy(context, carrier)
    const account = await firstActiveAccount(context.db, organisation_id, carrier)
    const pricing = asked.pricing ?? account?.pricing ?? 'online'
    const day = ukDateOf(context.now())
    const [priced] = await withPriceLists(context.db, account ? [account] : [], [day])
    const list = priced?.listOn(pricing, day) ?? priceListFor(pricing, day)
    return { plan, sold, list, destination: asked.destination, day }
  }
}
