import { TrackingStub } from '../royal-mail-tracking/tracking-stub.ts'
import { usualJourney } from '../royal-mail-tracking/usual-journey.ts'
import { ClickAndDropStub } from './click-and-drop-stub.ts'

// Stand-ins for Royal Mail's interfaces, to try the product without an account: settings of the server name them.
const port = Number(process.env['PORT'] ?? 8090)
const stub = await ClickAndDropStub.start(port)
stub.open('business')
stub.open('prepaid', { isBusiness: false })
const tracking = await TrackingStub.start((item) => {
  const orders = [...stub.accounts.values()].flatMap(({ orders: own }) => own.all())
  const order = orders.find(({ info }) => info.packages.some(({ trackingNumber }) => trackingNumber === item))
  return order && usualJourney(new Date(order.info.createdOn), new Date())
}, port + 1)
process.stdout.write(`Click & Drop stub: CLICK_AND_DROP_URL=${stub.url}, keys 'business' and 'prepaid'
Tracking stub: ROYAL_MAIL_TRACKING_URL=${tracking.url} ROYAL_MAIL_TRACKING_CLIENT_ID=${tracking.key.clientId} ROYAL_MAIL_TRACKING_CLIENT_SECRET=${tracking.key.clientSecret}
`)
