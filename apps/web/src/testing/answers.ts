import { lookUpAddress } from '@postroom/contract/address-calls'
import { findAddressees } from '@postroom/contract/addressee'
import { listManifests } from '@postroom/contract/manifest'
import { getAttention, type Attention } from '@postroom/contract/attention'
import { getBalance, listCarrierAccounts, listOptions } from '@postroom/contract/carrier'
import { getCarrierConnection } from '@postroom/contract/carrier-connection'
import { deleteDraft, listDrafts, saveDraft } from '@postroom/contract/draft'
import type { AnswerOf, RequestOf } from '@postroom/contract/endpoint'
import { ERRORS } from '@postroom/contract/errors'
import { listGoods } from '@postroom/contract/goods'
import { listHubs } from '@postroom/contract/hub'
import { getPermission, getUserData, putUserData } from '@postroom/contract/identity'
import { getOrganisationSettings } from '@postroom/contract/organisation-settings'
import { countPageView } from '@postroom/contract/page-view'
import { listPasskeys } from '@postroom/contract/passkey'
import { rateShipment } from '@postroom/contract/rate'
import { listReturnLabels, listReturnServices } from '@postroom/contract/return-label'
import { getServerTime } from '@postroom/contract/server-time'
import { factsOf } from '@postroom/contract/shipment-facts'
import { listCostCenters, listReferenceFields } from '@postroom/contract/shipment-references'
import { searchShipments } from '@postroom/contract/shipment-search'
import { listShippers } from '@postroom/contract/shipment-shippers'
import { addDays, ukDateOf } from '@postroom/domain/calendar'
import { barredFrom, refuseDestination } from '@postroom/domain/catalogue/destinations'
import { serviceOf } from '@postroom/domain/catalogue/services'
import { compensationLevels, OPTION_CODES, optionOf } from '@postroom/domain/catalogue/options'
import { postingDay, SHIPPING_DAYS } from '@postroom/domain/post/posting-days'
import { rate, rateEvery } from '@postroom/domain/rating/rating'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { Refusal, server } from './fake-server.ts'

const ACCOUNT = 'b0f7c5b6-52a8-4f0e-8a0f-6d8a4b1f0c01'
const BALANCE = 50_00

/** A list that fits on its first page. */
export const pageOf = <Row>(data: Row[]) => ({ data, total: data.length, start: 0, length: 25 })

/** Answers as for an office with £50, no device manager and no shipments. Rules and prices come from the domain. */
export function answerAsUsual(): void {
  server.on(getServerTime, () => ({ now: new Date().toISOString(), version: '0.1.0' }))
  server.on(getPermission, () => ({
    permissions: ['mod_shipping', 'carr_rm'],
    roles: [],
    products: [],
    custom_data: {},
  }))
  server.on(listCarrierAccounts, () => pageOf([account]))
  server.on(getBalance, () => ({
    account_id: ACCOUNT,
    currency: 'GBP' as const,
    balance: BALANCE,
    posted: BALANCE,
    held: 0,
  }))
  server.on(getCarrierConnection, () => ({ state: 'not_needed' as const }))
  server.on(listManifests, () => ({ ...pageOf([]), is_wanted: false, waiting: 0 }))
  server.on(listReturnLabels, () => ({ data: [], can_be_made: false }))
  server.on(listReturnServices, () => ({ data: [], is_offered: false }))
  server.on(listPasskeys, () => ({ passkeys: [] }))
  server.on(countPageView, () => ({ counted: true as const }))
  server.on(getUserData, ({ query: { key } }) => ({ key }))
  server.on(putUserData, ({ query: { key } }) => ({ key }))
  server.on(getOrganisationSettings, () => ({}))
  server.on(listDrafts, () => ({ data: [] }))
  server.on(saveDraft, ({ params }) => ({ id: params.draft, saved_at: new Date().toISOString() }))
  server.on(deleteDraft, ({ params }) => ({ id: params.draft }))
  server.on(listHubs, () => pageOf([]))
  server.on(getAttention, () => NO_ATTENTION)
  server.on(searchShipments, () => pageOf([]))
  server.on(listShippers, () => pageOf([]))
  server.on(listCostCenters, () => pageOf([]))
  server.on(listReferenceFields, () => ({ data: [], archived: [], version: '' }))
  server.on(lookUpAddress, () => ({ data: [] }))
  server.on(findAddressees, () => ({ book: [], past: [] }))
  server.on(listOptions, ({ query }) => ({ data: optionsTo(query.destination ?? 'GB') }))
  server.on(rateShipment, ratesOf)
  server.on(listGoods, () => ({ data: [] }))
}

/** Nothing needs attention. */
export const NO_ATTENTION: Attention = {
  not_printed: { total: 0, rows: [], batches: [] },
  in_progress: 0,
  on_hold: { total: 0, rows: [], amount: 0 },
  refused_refunds: { total: 0, rows: [] },
  low_balances: [],
  unread_notices: 0,
  mailroom: { total: 0 },
}

export const account = {
  id: ACCOUNT,
  carrier_code: 'RM',
  name: 'Office',
  is_active: true,
  pricing: 'online',
  currency: 'GBP',
  low_balance: null,
  limits: { purchases_per_minute: null, pence_per_day: null },
  billing: null,
} as const

function optionsTo(country: string): AnswerOf<typeof listOptions>['data'] {
  const today = ukDateOf(new Date())
  const list = priceListFor('online', today)
  return OPTION_CODES.map((code) => {
    const { name } = optionOf(code)
    const services = [...optionOf(code).services]
    const available =
      !refuseDestination(country, today) &&
      services.some((service) => barredFrom(serviceOf(service), { country }, list) === undefined)
    const fields = optionOf(code).fields.map((field) => ({
      code: field,
      type: 'choice' as const,
      choices: field === 'compensation' ? compensationLevels(services) : [],
    }))
    return { code, name, services, fields, available, ...(!available && { reason: 'service_not_listed' }) }
  })
}

/** The prices of the domain. */
export function ratesOf({ body, query }: RequestOf<typeof rateShipment>): AnswerOf<typeof rateShipment> | Refusal {
  const today = ukDateOf(new Date())
  const facts = factsOf(body)
  const rates = query.every_service === 'true' ? rateEvery : rate
  const rated = rates(facts, priceListFor(query.pricing, facts.day), today, { plan: 'full' })
  if (!rated.ok) return new Refusal(rated.refusal.code, { details: rated.refusal.details })
  const isAsked = (code: string) => body.service === undefined || body.service === code
  return {
    data: rated.quotes.filter(({ service }) => isAsked(service.code)),
    messages: rated.unavailable
      .filter(({ service }) => isAsked(service))
      .map(({ service, code, details }) => ({
        service: { code: service, name: serviceOf(service).name },
        code,
        description: ERRORS[code].description,
        ...(details && { details }),
      })),
    posting_days: SHIPPING_DAYS.map((ahead) => postingDay(addDays(today, ahead), facts.sender)),
  }
}
