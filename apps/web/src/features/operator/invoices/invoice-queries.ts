import * as calls from '@postroom/contract/carrier-invoice'
import type { CallOf } from '@postroom/contract/endpoint'
import type { InvoiceOutcome } from '@postroom/domain/purchase/match-invoice'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { nextStart } from '../../../ui/lists/list-pages.ts'

const PAGE = 50

/** The imported invoices, newest first. */
export const invoicesQuery = () =>
  infiniteQueryOptions({
    queryKey: ['carrier_invoices', 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(calls.listCarrierInvoices, { query: { start: pageParam, length: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['carrier_invoices', invoiceId],
    queryFn: ({ signal }) => call(calls.getCarrierInvoice, { params: { invoiceId } }, { signal }),
    meta: { isQuiet: true },
  })

/** The differences of an invoice, or its lines with one outcome. */
export const linesQuery = (invoiceId: string, outcome: InvoiceOutcome | undefined) =>
  infiniteQueryOptions({
    queryKey: ['carrier_invoices', invoiceId, 'lines', outcome],
    queryFn: ({ pageParam, signal }) =>
      call(
        calls.listCarrierInvoiceLines,
        { params: { invoiceId }, query: { start: pageParam, length: PAGE, ...(outcome && { outcome }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextStart,
    meta: { isQuiet: true },
  })

/** Imports a file; the dialog shows why it is refused. */
export const useImportInvoice = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, query }: { file: File; query: CallOf<typeof calls.importCarrierInvoice>['query'] }) =>
      call(calls.importCarrierInvoice, { query, body: await file.text() }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: invoicesQuery().queryKey }),
    meta: { isQuiet: true },
  })
}

/** Books every difference, some hundred in one call. @returns what the ledger refuses */
export const useBookInvoice = (invoiceId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (reason: string) => {
      const refused: { position: number; reason: string }[] = []
      for (let after: number | undefined = 0; after !== undefined;) {
        const booked = await bookSome(invoiceId, reason, after)
        refused.push(...booked.refused)
        queryClient.setQueryData(invoiceQuery(invoiceId).queryKey, booked.invoice)
        after = booked.next
      }
      return refused
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['carrier_invoices'] }),
  })
}

const bookSome = (invoiceId: string, reason: string, after: number) =>
  call(calls.bookCarrierInvoice, { params: { invoiceId }, body: { reason, after } })

/** Saves every difference as a CSV file. */
export const useSaveDifferences = (invoiceId: string, number: string) =>
  useMutation({
    mutationFn: () => call(calls.exportCarrierInvoice, { params: { invoiceId } }),
    onSuccess: (csv) => saveFile(csv, `invoice-${number.replaceAll(/[^\w.-]+/g, '-')}.csv`),
  })

/** Saves all that is known of the shipment of a line as a PDF. */
export const useSaveEvidence = (invoiceId: string) =>
  useMutation({
    mutationFn: async ({ position, item }: { position: number; item: string }) =>
      saveFile(
        await call(calls.downloadInvoiceEvidence, { params: { invoiceId, position: String(position) } }),
        `evidence-${item}.pdf`,
      ),
  })
