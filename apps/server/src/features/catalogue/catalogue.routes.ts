import { listOptions, listPackaging, listServices } from '@postroom/contract/carrier'
import { ukDateOf } from '@postroom/domain/calendar'
import type { Context } from '../../context.ts'
import { serve, type Api } from '../../http/serve.ts'
import { packagingCatalogue, serviceCatalogue } from './catalogue.ts'
import { optionCatalogue } from './option-catalogue.ts'

export function catalogueRoutes(api: Api, { now }: Context): void {
  serve(api, listServices, async ({ user, query }) => ({
    data: serviceCatalogue({ plan: user.plan, destination: query.destination, day: ukDateOf(now()) }),
  }))

  serve(api, listOptions, async ({ user, query }) => ({
    data: optionCatalogue(query.service, { plan: user.plan, destination: query.destination, day: ukDateOf(now()) }),
  }))

  serve(api, listPackaging, async ({ query }) => ({ data: packagingCatalogue(query.service, ukDateOf(now())) }))
}
