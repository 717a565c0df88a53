import { CONTRACT_DAYS_AHEAD, type CheckedContractPrices } from '@postroom/contract/contract-price'
import { addDays, ukDateOf, type CalendarDate } from '@postroom/domain/calendar'
import { checkContract, type CheckedContract, type ContractFinding } from '@postroom/domain/tariffs/contract-check'
import { priceListFor } from '@postroom/domain/tariffs/price-list'
import { createHash } from 'node:crypto'
import { act } from '../../access/act.ts'
import type { SignedInUser } from '../../access/signed-in-user.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { findAccountById, lockCarrierAccounts, type CarrierAccount } from '../accounts/account.store.ts'
import { recordAudit } from '../audit/audit.store.ts'
import * as store from './contract-price.store.ts'
import { withPriceLists } from './price-lists.rule.ts'
import { readContract, type WrittenRow } from './read-contract.ts'

/** A file of prices for an account, from a day on. */
interface Offered {
  accountId: string
  effective_from: CalendarDate
  text: string
}

const MOST_FINDINGS = 100

/**
 * Checks a file of contract prices against the published list and against what the account pays until then. Stores nothing.
 *
 * @throws AppError as `readContract`, `not_found`, `contract_prices_day`, and `contract_prices_exist`
 */
export async function checkContractPrices({ db, now }: Context, offered: Offered): Promise<CheckedContractPrices> {
  const rows = readContract(offered.text)
  const account = await accountOf(db, offered.accountId)
  refuseDay(offered.effective_from, ukDateOf(now()))
  if (account.contracts.some(({ effective_from }) => effective_from === offered.effective_from))
    throw new AppError('contract_prices_exist')
  const checked = await checkAgainst(db, account, rows, offered.effective_from)
  const shown = (findings: readonly ContractFinding[]) =>
    findings
      .slice(0, MOST_FINDINGS)
      .map(({ row, ...finding }) => ({ ...finding, ...(row !== undefined && { row: rows[row]!.number }) }))
  return {
    errors: checked.ok ? [] : shown(checked.errors),
    remarks: shown(checked.remarks),
    ...(checked.ok && { changes: checked.changes }),
  }
}

/**
 * Adds a file of contract prices, or nothing of it.
 *
 * @returns the id of the list, and whether the same file was added for that day before
 * @throws AppError as `checkContractPrices`, and `contract_prices_invalid` when it finds an error
 */
export function addContractPrices(context: Context, user: SignedInUser, { accountId, effective_from, text }: Offered) {
  const rows = readContract(text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const today = ukDateOf(context.now())
  return act(context, user, async (tx, actor): Promise<{ id: string; isReplayed: boolean }> => {
    const { organisation_id } = await accountOf(tx, accountId)
    await lockCarrierAccounts(tx, organisation_id)
    const earlier = await store.findContractFrom(tx, accountId, effective_from)
    if (earlier?.sha256 === sha256) return { id: earlier.id, isReplayed: true }
    if (earlier) throw new AppError('contract_prices_exist')
    refuseDay(effective_from, today)
    const checked = await checkAgainst(tx, await accountOf(tx, accountId), rows, effective_from)
    if (!checked.ok) throw new AppError('contract_prices_invalid', { details: { errors: checked.errors.length } })
    const list = {
      organisation_id,
      carrier_account_id: accountId,
      effective_from,
      sha256,
      added_by: actor.id,
      added_on: today,
    }
    const id = await store.insertContract(tx, { ...list, prices: JSON.stringify(checked.rows) })
    const details = { effective_from, prices: checked.rows.length }
    await recordAudit(tx, {
      organisation_id,
      user_id: actor.id,
      event: 'contract_prices_added',
      subject: accountId,
      details,
    })
    return { id, isReplayed: false }
  })
}

async function accountOf(db: Db, id: string): Promise<CarrierAccount> {
  const account = await findAccountById(db, id)
  if (!account) throw new AppError('not_found')
  return account
}

/** A list is added before it begins, so that no price changes on a day that is already sold by another. */
function refuseDay(day: CalendarDate, today: CalendarDate): void {
  const [first, last] = [addDays(today, 1), addDays(today, CONTRACT_DAYS_AHEAD)]
  if (day < first || day > last) throw new AppError('contract_prices_day', { details: { first, last } })
}

async function checkAgainst(
  db: Db,
  account: CarrierAccount,
  rows: readonly WrittenRow[],
  day: CalendarDate,
): Promise<CheckedContract> {
  const { pricing } = account
  const [before] = await withPriceLists(db, [account], [day])
  const records = rows.map(({ record }) => record)
  return checkContract(records, day, priceListFor(pricing, day), before!.listOn(pricing, day))
}
