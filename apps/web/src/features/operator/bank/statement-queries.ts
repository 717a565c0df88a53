import {
  confirmBankLine,
  importBankStatement,
  importBankStatementCsv,
  listBankLines,
  reopenBankLine,
  setBankLineAside,
  type StatementImport,
} from '@postroom/contract/bank-statement'
import { getReconciliation } from '@postroom/contract/reconciliation'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useMoneyMutation } from '../operator-queries.ts'

const SHOWN = 100

/** The newest transfers about which nothing is decided, or that were set aside, and how many there are. */
export const linesQuery = (state: 'open' | 'set_aside') =>
  queryOptions({
    queryKey: ['bank_lines', state],
    queryFn: ({ signal }) => call(listBankLines, { query: { state, length: SHOWN } }, { signal }),
    meta: { isQuiet: true },
  })

/** What the three sides have of a day. */
export const reconciliationQuery = (day: string) =>
  queryOptions({
    queryKey: ['reconciliation', day],
    queryFn: ({ signal }) => call(getReconciliation, { query: { day } }, { signal }),
    meta: { isQuiet: true },
  })

/** A chosen file. The account of a CSV file is not in it. */
export interface StatementFile {
  text: string
  isCsv: boolean
  account: string
}

export const useImport = () =>
  useMoneyMutation(
    ({ text, isCsv, account }: StatementFile): Promise<StatementImport> =>
      isCsv
        ? call(importBankStatementCsv, { query: { account }, body: text })
        : call(importBankStatement, { body: text }),
    { isQuiet: true },
  )

export const useConfirmLine = () =>
  useMoneyMutation(({ lineId, proposal }: { lineId: string; proposal: string }) =>
    call(confirmBankLine, { params: { lineId }, body: { proposal } }),
  )

export const useSetAside = () =>
  useMoneyMutation(({ lineId, ...body }: { lineId: string; reason: string; payout?: string }) =>
    call(setBankLineAside, { params: { lineId }, body }),
  )

export const useReopen = () => useMoneyMutation((lineId: string) => call(reopenBankLine, { params: { lineId } }))
