import type { NoticeContent } from '@postroom/contract/notice'
import type { Notice } from './notice.ts'

/** What the reader of a notice is shown: no address and no name of a user, which could not be erased here. */
export function inboxContent(notice: Notice): NoticeContent {
  switch (notice.event) {
    case 'balance_low':
    case 'top_up_stopped':
    case 'payment_disputed':
    case 'budget_exceeded':
    case 'printer_stopped':
    case 'device_outdated':
    case 'webhook_stopped':
    case 'api_key_ending':
    case 'api_key_stopped':
      return notice
    case 'top_up_asked': {
      const { asked_by: _name, ...content } = notice
      return content
    }
    case 'refund_refused': {
      const { event, purchase_id: shipment_id, carrier_no: tracking, amount, reason } = notice
      return { event, shipment_id, tracking, amount, reason }
    }
    default:
      return { event: notice.event }
  }
}
