import type { ShopConnection } from '@postroom/contract/shop'
import type { ShopAddress } from './call-shop.ts'
import { shopify } from './shopify.ts'
import type { ShopPort } from './shop-port.ts'
import { wooCommerce } from './woocommerce.ts'

const ADAPTERS: Record<ShopConnection['kind'], (place: Omit<ShopAddress, 'headers'>, credential: string) => ShopPort> =
  {
    woocommerce: wooCommerce,
    shopify,
  }

/** The shop of a kind at an address, called with a credential. */
export const openShop = (
  { kind, ...place }: Omit<ShopAddress, 'headers'> & Pick<ShopConnection, 'kind'>,
  credential: string,
): ShopPort => ADAPTERS[kind]({ ...place, url: place.url.replace(/\/+$/, '') }, credential)

/** What a shop of a kind is called with, in one text. */
export const credentialOf = (connection: ShopConnection): string =>
  connection.kind === 'woocommerce'
    ? `${connection.consumer_key}:${connection.consumer_secret}`
    : connection.access_token
