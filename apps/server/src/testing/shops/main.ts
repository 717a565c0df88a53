import { SHOPIFY_TOKEN, ShopifyStub } from './shopify-stub.ts'
import { WOO_KEYS, WooCommerceStub } from './woocommerce-stub.ts'

// Stand-ins for shops, to try the product without one: start the server with PRIVATE_HOSTS=allowed and connect them.
const woo = await WooCommerceStub.start(8091)
const cards = await ShopifyStub.start(8092)
for (let n = 0; n < 20; n++) for (const stub of [woo, cards]) stub.add(n)
process.stdout.write(
  `WooCommerce: ${woo.url}, keys '${WOO_KEYS.consumer_key}' and '${WOO_KEYS.consumer_secret}'\n` +
    `Shopify: ${cards.url}, token '${SHOPIFY_TOKEN}'\n`,
)
