import { callShop, type ShopAddress } from './call-shop.ts'
import { ShopFailure, type ShippedReport, type ShopPort } from './shop-port.ts'
import { anythingSchema, notesSchema, orderSchema, ordersSchema, type WooOrder } from './woocommerce-answers.ts'
import { seenOrders } from './woocommerce-orders.ts'

const API = '/wp-json/wc/v3'
const PAGE_LENGTH = 100
/** 20,000 orders: more have to wait for the next import. */
const PAGES_MAX = 200
/** The field of an order that says which report it has had. */
const REPORT_FIELD = '_postroom_report'

/** A shop with WooCommerce. @param credential `consumer key:consumer secret` */
export function wooCommerce(place: Omit<ShopAddress, 'headers'>, credential: string): ShopPort {
  const authorization = `Basic ${Buffer.from(credential).toString('base64')}`
  const shop: ShopAddress = { ...place, headers: { authorization } }
  const orderWith = async (id: string): Promise<WooOrder> =>
    (await callShop(shop, { path: `${API}/orders/${encodeURIComponent(id)}`, answer: orderSchema })).answer

  return {
    check: async () => {
      await callShop(shop, { path: `${API}/orders`, query: { per_page: '1' }, answer: ordersSchema })
    },

    // by time of change and not by page number, since an order that changes meanwhile would shift the pages
    ordersSince: async function* (since) {
      let from = since
      let page = 1
      for (let pages = 0; pages < PAGES_MAX; pages++) {
        const { answer } = await callShop(shop, {
          path: `${API}/orders`,
          query: {
            per_page: String(PAGE_LENGTH),
            page: String(page),
            orderby: 'modified',
            order: 'asc',
            ...(since ? { status: 'any' } : { status: 'processing' }),
            ...(from && { modified_after: before(from), dates_are_gmt: 'true' }),
          },
          answer: ordersSchema,
        })
        if (answer.length > 0) yield await seenOrders(shop, answer)
        if (answer.length < PAGE_LENGTH) return
        const last = answer.at(-1)!.date_modified_gmt
        // a whole page of one moment is followed by its next page
        page = from?.getTime() === last.getTime() ? page + 1 : 1
        from = last
      }
    },

    orderNow: async (id) => {
      try {
        return (await seenOrders(shop, [await orderWith(id)]))[0]
      } catch (error) {
        if (error instanceof ShopFailure && error.trouble === 'not_found') return undefined
        throw error
      }
    },

    reportShipped: async (id, report) => {
      const order = await orderWith(id)
      if (order.meta_data.some(({ key, value }) => key === REPORT_FIELD && value === report.reference)) return
      const path = `${API}/orders/${encodeURIComponent(id)}`
      if (!(await hasNote(shop, path, report)))
        await callShop(shop, {
          method: 'POST',
          path: `${path}/notes`,
          body: { note: noteOf(report), customer_note: true },
          answer: anythingSchema,
        })
      await callShop(shop, {
        method: 'PUT',
        path,
        body: {
          // one that was cancelled meanwhile stays cancelled
          ...(order.status === 'processing' && { status: 'completed' }),
          meta_data: [
            { key: REPORT_FIELD, value: report.reference },
            ...(report.tracking ? [{ key: '_tracking_number', value: report.tracking.number }] : []),
          ],
        },
        answer: anythingSchema,
      })
    },
  }
}

/** `modified_after` excludes the moment itself. */
const before = (moment: Date): string => new Date(moment.getTime() - 1000).toISOString().slice(0, 19)

/** The note is sent to the customer, so that it must not be there twice. A first attempt need not look. */
async function hasNote(shop: ShopAddress, orderPath: string, report: ShippedReport): Promise<boolean> {
  if (!report.isRepeated) return false
  const { answer } = await callShop(shop, { path: `${orderPath}/notes`, answer: notesSchema })
  return answer.some(({ note }) => note.includes(referenceIn(report)))
}

const referenceIn = ({ reference }: ShippedReport): string => `Ref. ${reference.slice(0, 8)}`

const noteOf = (report: ShippedReport): string => {
  const { service_name, tracking } = report
  const way = tracking ? `${service_name}, tracking number ${tracking.number}: ${tracking.url}` : service_name
  return `Your order was sent with Royal Mail ${way}. ${referenceIn(report)}`
}
