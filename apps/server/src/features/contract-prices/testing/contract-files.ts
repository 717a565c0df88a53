import type { ContractPriceList } from '@postroom/contract/contract-price'
import type { Shipment } from '@postroom/contract/shipment'
import { CONTRACT_COLUMNS } from '@postroom/domain/tariffs/contract-check'
import { pricesOf, writtenContract } from '@postroom/domain/testing/contracts'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Buyer } from '../../../testing/purchase-scene.ts'

/** The day of the scene's clock, and the next. */
export const TODAY = '2026-11-20'
export const TOMORROW = '2026-11-21'
/** First class, each price lower by so many pence, in a file. */
export const firstClass = (
  less: number,
  change: (cells: string[], row: number) => string[] = (cells) => cells,
): string =>
  [
    CONTRACT_COLUMNS.join(','),
    ...writtenContract(pricesOf(['1'], ({ price }) => ({ price: price - less }))).map((row, index) =>
      change(
        CONTRACT_COLUMNS.map((column) => row[column]!),
        index + 2,
      ).join(','),
    ),
  ].join('\n')

export const pathOf = (account: string, from: string, act = ''): string =>
  `/stamp/v1/carrieraccount/${account}/contractprices${act}?effective_from=${from}`

export function listOf(answer: LightMyRequestResponse): ContractPriceList {
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Buys the usual item. @param charge the price that the buyer saw */
export async function bought(by: Buyer, key: string, shipping_date: string, charge?: number): Promise<Shipment> {
  const seen = charge === undefined ? {} : { charges: { total_charge: charge } }
  const answer = await by.buy(key, by.draft({ shipping_date, ...seen }))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
