import { CLIENT, ShippingV3Stub } from './shipping-v3-stub.ts'

// A stand-in for the Royal Mail Shipping API v3, to try the product without an account: SHIPPING_V3_URL of the server names it.
const stub = await ShippingV3Stub.start(Number(process.env['PORT'] ?? 8092))
stub.open('mailroom', 'a password')
process.stdout.write(
  `Shipping v3 stub: SHIPPING_V3_URL=${stub.url} SHIPPING_V3_CLIENT_ID=${CLIENT.clientId} SHIPPING_V3_CLIENT_SECRET=${CLIENT.clientSecret}, user 'mailroom', password 'a password'\n`,
)
